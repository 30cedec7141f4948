/* The font rasteriser of Debian's libstb-dev, as users build it. */
#define STB_TRUETYPE_IMPLEMENTATION
#include <stb/stb_truetype.h>
