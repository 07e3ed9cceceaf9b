// A chest freezer. A unit is a metre.

const vec3 TARGET = vec3(0.0, 0.42, 0.0);
const vec3 SIZE = vec3(0.62, 0.4, 0.34);

vec3 turned(vec3 p) {
  p.xz = turn(-24.0) * p.xz;
  return p;
}

vec2 map(vec3 p) {
  vec2 d = nearer(vec2(p.y, 1.0), vec2(p.z + 0.85, 2.0));
  vec3 f = turned(p) - vec3(0, SIZE.y + 0.06, 0);
  float body = box(f, SIZE, 0.03);
  if (body > 0.25) return nearer(d, vec2(body - 0.12, 3.0));
  d = nearer(d, vec2(body, 3.0));
  d = nearer(d, vec2(box(f - vec3(0, SIZE.y + 0.045, 0), vec3(SIZE.x + 0.01, 0.035, SIZE.z + 0.012), 0.028), 4.0));
  d = nearer(d, vec2(box(f - vec3(0, SIZE.y + 0.004, 0), vec3(SIZE.x - 0.006, 0.012, SIZE.z - 0.006), 0.0), 5.0));
  d = nearer(d, vec2(box(f - vec3(0, SIZE.y + 0.03, SIZE.z + 0.02), vec3(0.11, 0.02, 0.018), 0.012), 6.0));
  d = nearer(d, vec2(box(f - vec3(SIZE.x - 0.2, -0.26, SIZE.z), vec3(0.13, 0.07, 0.006), 0.004), 7.0));
  vec3 wheel = vec3(abs(f.x) - SIZE.x + 0.08, f.y + SIZE.y + 0.03, abs(f.z) - SIZE.z + 0.07);
  d = nearer(d, vec2(thick(length(wheel.xy) - 0.032, wheel.z, 0.014, 0.004), 5.0));
  return d;
}

Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return tiles(p.xz + 0.2, vec3(0.5, 0.4, 0.32), 0.4);
  if (id < 2.5) return wall(p.xy, vec3(0.1, 0.2, 0.34), vec3(0.68, 0.7, 0.66), 0.85);
  vec3 f = turned(p) - vec3(0, SIZE.y + 0.06, 0);
  if (id < 3.5) {
    if (f.z > SIZE.z - 0.03) {
      vec4 ink = printed((f.xy + SIZE.xy) / (SIZE.xy * 2.0), 0);
      if (ink.a > 0.5) return Material(ink.rgb, 0.05, 0.1, 0.0);
    }
    return Material(vec3(0.66, 0.67, 0.66), 0.05, 0.08, 0.0);
  }
  if (id < 4.5) return Material(vec3(0.7, 0.71, 0.7), 0.05, 0.06, 0.0);
  if (id < 5.5) return dull(vec3(0.05));
  if (id < 6.5) return metal(vec3(0.55));
  float louvre = step(0.5, fract(f.y * 55.0));
  return dull(mix(vec3(0.03), vec3(0.3), louvre));
}
