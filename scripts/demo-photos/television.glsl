// A flat television, switched on. A unit is a metre.

const vec3 TARGET = vec3(0.0, 0.78, 0.0);
// Half its width and height.
const vec2 GLASS = vec2(0.56, 0.315);

vec3 turned(vec3 p) {
  p.xz = turn(TURNED) * p.xz;
  return p - vec3(0, 0.9, 0);
}

vec2 map(vec3 p) {
  vec2 d = nearer(vec2(p.y, 1.0), vec2(p.z + WALL_AT, 2.0));
  vec3 f = turned(p);
  float set = box(f, vec3(GLASS + 0.012, 0.022), 0.006);
  if (set < 0.2) {
    d = nearer(d, vec2(set, 3.0));
    d = nearer(d, vec2(box(f - vec3(0, -GLASS.y - 0.012, 0.004), vec3(GLASS.x + 0.012, 0.012, 0.022), 0.004), 4.0));
  } else d = nearer(d, vec2(set - 0.05, 3.0));
  if (LEGS) {
    vec3 leg = vec3(abs(f.x) - GLASS.x * 0.72, f.y + GLASS.y + 0.06, f.z);
    d = nearer(d, vec2(min(rod(leg, vec3(0, 0.06, 0), vec3(0.03, -0.055, 0.11), 0.011),
      rod(leg, vec3(0, 0.06, 0), vec3(0.03, -0.055, -0.11), 0.011)), 4.0));
    FURNITURE
  }
  return d;
}

Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return FLOOR;
  if (id < 2.5) return WALL;
  vec3 f = turned(p);
  if (id < 3.5) {
    if (f.z > 0.015 && abs(f.x) < GLASS.x && abs(f.y) < GLASS.y) {
      vec4 a = printed(vec2(f.x / GLASS.x * 0.5 + 0.5, f.y / GLASS.y * 0.5 + 0.5), 0);
      return Material(a.rgb * 0.5, 0.04, 0.03, 1.5);
    }
    return plastic(vec3(0.012));
  }
  if (id < 4.5) {
    vec4 ink = f.z > 0.0 ? printed(vec2(f.x / 0.2 + 0.5, (f.y + GLASS.y + 0.024) / 0.024), 1) : vec4(0.0);
    return Material(mix(BEZEL, ink.rgb, ink.a), 0.06, 0.1, 0.0);
  }
  if (id < 5.5) return CABINET;
  if (id < 6.5) return plastic(vec3(0.02));
  return CLOTH;
}
