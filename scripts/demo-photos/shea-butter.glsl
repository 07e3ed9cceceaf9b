// Shea butter in a calabash. A unit is a decimetre.

const vec3 TARGET = vec3(0.0, 0.55, 0.0);

vec2 map(vec3 p) {
  vec2 d = vec2(p.y, 1.0);
  float outer = length(p - vec3(0, 1.1, 0)) - 1.12;
  float inner = length(p - vec3(0, 1.14, 0)) - 1.05;
  float bowl = max(max(outer, -inner), p.y - 1.0 - 0.02 * sin(atan(p.x, p.z) * 3.0));
  d = nearer(d, vec2(bowl, 2.0));
  float butter = length(p - vec3(0, -0.1, 0)) - 1.04;
  float lumps = butter;
  for (int i = 0; i < 7; i++) {
    float a = float(i) * 0.897 + 0.4;
    float r = i == 6 ? 0.0 : 0.46;
    lumps = melt(lumps, ball(p - vec3(cos(a) * r, 1.0 + hash(vec2(a, 1.0)) * 0.12, sin(a) * r), vec3(0.34, 0.22, 0.32)), 0.12);
  }
  lumps += 0.02 * cloud(p.xz * 5.0 + p.y * 3.0);
  lumps = max(lumps, length(p - vec3(0, 1.14, 0)) - 1.04);
  d = nearer(d, vec2(lumps * 0.7, 3.0));
  vec3 s = p - vec3(1.5, 0.07, 0.75);
  s.xz = turn(30.0) * s.xz;
  for (int i = 0; i < 5; i++) {
    float a = float(i) * 1.3;
    vec3 nut = s - vec3(cos(a) * (0.2 + 0.09 * float(i)), 0.03, sin(a) * 0.34 - 0.1);
    d = nearer(d, vec2(ball(nut, vec3(0.17, 0.12, 0.12)), 4.0));
  }
  return d;
}
Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return woven(p.xz * 0.5, mix(vec3(0.42, 0.3, 0.17), vec3(0.22, 0.13, 0.06), step(0.5, fract((p.x + p.z) * 0.9)) * step(0.5, fract((p.x - p.z) * 0.9))));
  if (id < 2.5) return Material(mix(vec3(0.42, 0.2, 0.06), vec3(0.2, 0.08, 0.02), cloud(p.xz * 3.0 + p.y)), 0.04, 0.15, 0.0);
  if (id < 3.5) return Material(vec3(0.78, 0.66, 0.36), 0.03, 0.3, 0.0);
  return Material(vec3(0.16, 0.06, 0.03), 0.05, 0.1, 0.0);
}
