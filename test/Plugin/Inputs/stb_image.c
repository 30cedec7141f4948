/* The JPEG, PNG, GIF, ... decoders of Debian's libstb-dev, as users build them. */
#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
