// A game pad, and its console beside it. A unit is a decimetre.

const vec3 TARGET = CENTRE;

vec3 at_pad(vec3 p) {
  p -= vec3(PAD_AT.x, 0.2, PAD_AT.y);
  p.xz = turn(PAD_AT.z) * p.xz;
  return p;
}
float pad(vec3 p) {
  vec3 q = vec3(abs(p.x), p.yz);
  float body = box(q - vec3(0, 0.03, -0.04), vec3(0.62, 0.14, 0.3), 0.13);
  float grip = rod(q, vec3(0.62, 0.02, -0.05), vec3(0.74, -0.05, 0.55), 0.19);
  float all = melt(body, grip, 0.28);
  return melt(all, ball(q - vec3(0.55, 0.05, -0.08), vec3(0.33, 0.16, 0.33)), 0.1) * 0.85;
}
vec2 pad_map(vec3 p) {
  vec3 f = at_pad(p);
  float whole = box(f, vec3(1.1, 0.4, 0.9), 0.0);
  if (whole > 0.15) return vec2(whole, 10.0);
  vec2 d = vec2(pad(f), 10.0);
  vec3 q = vec3(abs(f.x), f.yz);
  vec3 stick = q - vec3(0.28, 0.2, STICK_Z);
  d = nearer(d, vec2(min(cylinder(stick, 0.05, 0.09, 0.01), cylinder(stick - vec3(0, 0.09, 0), 0.115, 0.025, 0.02)), 11.0));
  d = nearer(d, vec2(cylinder(q - vec3(0.28, 0.165, STICK_Z), 0.15, 0.02, 0.01), 11.0));
  vec3 b = f - vec3(0.56, 0.225, -0.1);
  b.xz = turn(45.0) * b.xz;
  b.xz = abs(b.xz) - 0.075;
  d = nearer(d, vec2(cylinder(b, 0.05, 0.05, 0.012), 12.0));
  vec3 c = f - vec3(-0.56, 0.225, -0.1);
  float cross_keys = min(box(c, vec3(0.16, 0.05, 0.05), 0.015), box(c, vec3(0.05, 0.05, 0.16), 0.015));
  d = nearer(d, vec2(cross_keys, 13.0));
  d = nearer(d, vec2(box(f - vec3(0, 0.163, -0.13), vec3(0.24, 0.014, 0.1), 0.013), 11.5));
  return d;
}
Material pad_material(float id, vec3 p, vec3 n) {
  if (id < 10.5) return Material(PAD_COLOUR, 0.04, 0.18, 0.0);
  if (id < 11.2) return plastic(vec3(0.015));
  if (id < 11.8) return plastic(PAD_COLOUR * 0.55);
  vec3 f = at_pad(p);
  if (id < 12.5) {
    vec3 b = f - vec3(0.56, 0.0, -0.1);
    vec3 tint = abs(b.x) > abs(b.z) ? (b.x > 0.0 ? vec3(0.6, 0.06, 0.06) : vec3(0.6, 0.12, 0.35)) : (b.z > 0.0 ? vec3(0.08, 0.2, 0.6) : vec3(0.05, 0.45, 0.2));
    return plastic(tint);
  }
  return plastic(vec3(0.02));
}

BESIDE_SHAPES

vec2 map(vec3 p) {
  vec2 d = nearer(vec2(p.y, 1.0), vec2(p.z + 4.2, 2.0));
  d = nearer(d, pad_map(p));
  BESIDE
  return d;
}

Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return GROUND;
  if (id < 2.5) return wall(p.xy * 0.3, WALL_BELOW, WALL_ABOVE, 0.6);
  if (id >= 10.0) return pad_material(id, p, n);
  BESIDE_MATERIAL
  return dull(vec3(0.02));
}
