/* Writes images with stb_image_write and reads them with stb_image. */

#define STB_IMAGE_IMPLEMENTATION
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#include <stb/stb_image_write.h>

enum { Width = 93, Height = 61 };

static unsigned char File[1 << 18];
static int Length;

static void append(void *Context, void *Data, int Size) {
  (void)Context;
  memcpy(File + Length, Data, Size);
  Length += Size;
}

static unsigned long long hashOf(const unsigned char *Bytes, int Size) {
  unsigned long long Hash = 14695981039346656037u; /* FNV-1a */
  for (int K = 0; K != Size; ++K)
    Hash = (Hash ^ Bytes[K]) * 1099511628211u;
  return Hash;
}

static void readBack(const char *Name) {
  int X, Y, Channels;
  unsigned char *Pixels =
      stbi_load_from_memory(File, Length, &X, &Y, &Channels, 4);
  printf("%s %d %016llx %d x %d %016llx\n", Name, Length, hashOf(File, Length),
         X, Y, Pixels ? hashOf(Pixels, X * Y * 4) : 0);
  stbi_image_free(Pixels);
  Length = 0;
}

int main(void) {
  static unsigned char Image[Height * Width * 3];
  for (int K = 0; K != Height * Width * 3; ++K)
    Image[K] = (K * K / 97 + (K % 13) * (K / 300)) & 255;
  stbi_write_jpg_to_func(append, 0, Width, Height, 3, Image, 80);
  readBack("jpg");
  stbi_write_png_to_func(append, 0, Width, Height, 3, Image, 3 * Width);
  readBack("png");
  stbi_write_tga_to_func(append, 0, Width, Height, 3, Image);
  readBack("tga");
  stbi_write_bmp_to_func(append, 0, Width, Height, 3, Image);
  readBack("bmp");
  return 0;
}
