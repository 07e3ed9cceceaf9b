// A gas cooker with four burners and an oven. A unit is a metre.

const vec3 TARGET = vec3(0.0, 0.6, 0.0);
const vec3 SIZE = vec3(0.29, 0.37, 0.28);

vec3 turned(vec3 p) {
  p.xz = turn(26.0) * p.xz;
  return p - vec3(0, 0.47, 0);
}

vec2 map(vec3 p) {
  vec2 d = nearer(vec2(p.y, 1.0), vec2(p.z + 0.62, 2.0));
  vec3 f = turned(p);
  float whole = box(f - vec3(0, 0.12, 0), vec3(0.36, 0.62, 0.36), 0.0);
  if (whole > 0.1) return nearer(d, vec2(whole, 3.0));
  d = nearer(d, vec2(box(f, SIZE, 0.012), 3.0));
  // The oven's door and its handle.
  d = nearer(d, vec2(box(f - vec3(0, -0.06, SIZE.z), vec3(SIZE.x - 0.012, 0.235, 0.02), 0.012), 4.0));
  d = nearer(d, vec2(box(f - vec3(0, -0.08, SIZE.z + 0.016), vec3(SIZE.x - 0.07, 0.14, 0.008), 0.006), 5.0));
  vec3 grip = vec3(abs(f.x), f.yz);
  float handle = rod(grip, vec3(0, 0.13, SIZE.z + 0.06), vec3(0.22, 0.13, SIZE.z + 0.06), 0.012);
  handle = min(handle, rod(grip, vec3(0.2, 0.13, SIZE.z), vec3(0.2, 0.13, SIZE.z + 0.06), 0.009));
  d = nearer(d, vec2(handle, 6.0));
  // Five knobs.
  vec3 knob = f - vec3(0, 0.265, SIZE.z + 0.012);
  knob.x -= clamp(round(knob.x / 0.1), -2.0, 2.0) * 0.1;
  float round_part = thick(length(knob.xy) - 0.027, knob.z, 0.016, 0.006);
  d = nearer(d, vec2(min(round_part, box(knob - vec3(0, 0, 0.014), vec3(0.006, 0.025, 0.012), 0.004)), 7.0));
  d = nearer(d, vec2(box(f - vec3(0, -0.335, SIZE.z), vec3(SIZE.x - 0.012, 0.03, 0.015), 0.006), 3.0));
  // Burners under two grates.
  d = nearer(d, vec2(box(f - vec3(0, SIZE.y, 0), vec3(SIZE.x + 0.004, 0.012, SIZE.z + 0.004), 0.01), 8.0));
  vec3 b = vec3(abs(f.x) - 0.14, f.y - SIZE.y - 0.02, abs(f.z) - 0.13);
  d = nearer(d, vec2(cylinder(b, 0.05, 0.012, 0.005), 9.0));
  d = nearer(d, vec2(cylinder(b - vec3(0, 0.014, 0), 0.036, 0.008, 0.006), 7.0));
  vec3 g = vec3(b.x, b.y - 0.03, b.z);
  float grate = min(box(g, vec3(0.115, 0.005, 0.005), 0.003), box(g, vec3(0.005, 0.005, 0.12), 0.003));
  grate = min(grate, max(abs(square(g.xz, vec2(0.118, 0.12), 0.01)) - 0.005, abs(g.y) - 0.005));
  grate = min(grate, box(vec3(abs(g.x) - 0.11, g.y + 0.02, abs(g.z) - 0.11), vec3(0.005, 0.02, 0.005), 0.002));
  d = nearer(d, vec2(grate, 10.0));
  // The lid stands open against the wall.
  vec3 lid = f - vec3(0, SIZE.y + 0.01, -SIZE.z);
  lid.yz = turn(8.0) * lid.yz;
  d = nearer(d, vec2(box(lid - vec3(0, 0.25, 0), vec3(SIZE.x, 0.25, 0.006), 0.005), 11.0));
  vec3 foot = vec3(abs(f.x) - 0.25, f.y + 0.42, abs(f.z) - 0.23);
  d = nearer(d, vec2(cylinder(foot, 0.016, 0.05, 0.002), 7.0));
  return d;
}

Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return terrazzo(p.xz * 2.2, vec3(0.55, 0.5, 0.42));
  if (id < 2.5) return tiles(p.xy + vec2(0.05, 0.0), vec3(0.62, 0.66, 0.6), 0.2);
  vec3 f = turned(p);
  if (id < 4.5) {
    vec4 ink = f.z > SIZE.z - 0.01 ? printed((f.xy + vec2(0.29, 0.37)) / vec2(0.58, 0.74), 0) : vec4(0.0);
    vec3 steel = vec3(0.52, 0.53, 0.54) * (0.93 + 0.1 * noise(vec2(f.x * 4.0 + f.z * 3.0, f.y * 260.0)));
    return either(ink.a > 0.5, plastic(ink.rgb), Material(steel, 0.24, 0.16, 0.0));
  }
  if (id < 5.5) return Material(vec3(0.012), 0.08, 0.02, 0.0);
  if (id < 6.5) return metal(vec3(0.7));
  if (id < 7.5) return plastic(vec3(0.02));
  if (id < 8.5) return Material(vec3(0.55, 0.56, 0.57), 0.4, 0.08, 0.0);
  if (id < 9.5) return metal(vec3(0.4));
  if (id < 10.5) return dull(vec3(0.02));
  return Material(vec3(0.05, 0.07, 0.07), 0.09, 0.01, 0.0);
}
