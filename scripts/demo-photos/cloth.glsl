// Folded cloth in a pile, its pattern in view. A unit is a decimetre.

const vec3 TARGET = vec3(0.0, 0.3, 0.1);

vec3 layer(vec3 p, float index) {
  p -= vec3(0.06 * sin(index * 5.1), 0.14 + index * 0.24, 0.05 * sin(index * 3.3));
  p.xz = turn(4.0 * sin(index * 7.7) + TURNED) * p.xz;
  return p;
}
float folded(vec3 p) {
  // Soft cloth: its edges are round, and its top is not quite flat.
  p.y -= 0.012 * sin(p.x * 3.0 + 1.0) * sin(p.z * 4.0);
  float whole = box(p, vec3(1.55, 0.115, 1.05), 0.11);
  float seam = abs(p.y) - 0.008;
  return max(whole, -max(seam, -(box(p, vec3(1.4, 1.0, 0.97), 0.0)))) * 0.8;
}

vec2 map(vec3 p) {
  vec2 d = vec2(p.y, 1.0);
  for (float i = 0.0; i < LAYERS; i++) d = nearer(d, vec2(folded(layer(p, i)), 2.0 + i));
  return d;
}

Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return GROUND;
  float index = floor(id - 1.5);
  vec3 q = layer(p, index);
  vec2 at = n.y > 0.6 ? q.xz : abs(n.z) > abs(n.x) ? vec2(q.x, q.y * 1.3 + 1.2) : vec2(q.y * 1.3 + 1.7, q.z);
  vec2 cell = vec2(at.x / 3.1 + 0.5, 0.5 - at.y / 2.1);
  vec4 ink = printed(clamp(fract(cell + index * vec2(0.13, 0.31)), 0.002, 0.998), mod(index, 2.0) < 0.5 ? 0 : 1);
  float weave = 0.88 + 0.14 * sin(at.x * 160.0) * sin(at.y * 160.0);
  return Material(ink.rgb * weave, 0.015, 0.8, 0.0);
}
