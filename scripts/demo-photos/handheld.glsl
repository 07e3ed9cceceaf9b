// A handheld console on a bed's cover. A unit is a decimetre.

const vec3 TARGET = vec3(0.0, 0.0, 0.03);

vec3 turned(vec3 p) {
  p.xz = turn(-16.0) * p.xz;
  return p - vec3(0, 0.08, 0);
}
vec2 map(vec3 p) {
  vec2 d = vec2(p.y + 0.03 * cloud(p.xz * 1.6) - 0.02, 1.0);
  vec3 f = turned(p);
  float whole = box(f, vec3(1.1, 0.12, 0.5), 0.05);
  if (whole > 0.1) return nearer(d, vec2(whole, 2.0));
  d = nearer(d, vec2(thick(square(f.xz, vec2(1.05, 0.46), 0.2), f.y, 0.07, 0.04), 2.0));
  d = nearer(d, vec2(box(f - vec3(0, 0.066, 0), vec3(0.64, 0.008, 0.38), 0.006), 3.0));
  vec3 s = f - vec3(f.x < 0.0 ? -0.84 : 0.84, 0.09, f.x < 0.0 ? -0.2 : 0.16);
  d = nearer(d, vec2(min(cylinder(s, 0.06, 0.06, 0.01), cylinder(s - vec3(0, 0.06, 0), 0.105, 0.02, 0.015)), 4.0));
  vec3 b = f - vec3(f.x < 0.0 ? -0.84 : 0.84, 0.078, f.x < 0.0 ? 0.14 : -0.2);
  b.xz = turn(45.0) * b.xz;
  b.xz = abs(b.xz) - 0.075;
  d = nearer(d, vec2(cylinder(b, 0.048, 0.018, 0.01), 4.0));
  return d;
}
Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) {
    float line = step(0.86, fract(p.x * 1.4 + p.z * 0.4)) + step(0.93, fract(p.z * 1.1 - p.x * 0.3));
    return woven(p.xz, mix(vec3(0.55, 0.5, 0.42), vec3(0.5, 0.2, 0.12), min(line, 1.0)));
  }
  if (id < 2.5) return Material(vec3(0.05, 0.42, 0.44), 0.04, 0.2, 0.0);
  if (id < 3.5) {
    vec3 f = turned(p);
    vec4 ink = printed(vec2(f.x / 1.16 + 0.5, 0.5 - f.z / 0.66), 0);
    return Material(mix(vec3(0.01), ink.rgb * 0.5, ink.a), 0.045, 0.02, ink.a > 0.5 ? 1.5 : 0.0);
  }
  return plastic(vec3(0.5, 0.52, 0.52));
}
