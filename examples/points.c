// Scale vectors: three of four floats in a row change.
struct point {
  float x, y, z, mass;
};

void scale_points(int n, float by, struct point *points) {
  for (int i = 0; i < n; i++) {
    points[i].x *= by;
    points[i].y *= by;
    points[i].z *= by;
  }
}
