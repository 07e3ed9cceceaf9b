// A fridge with two doors (or one) before a wall. A unit is a metre.

const vec3 TARGET = vec3(0.0, TALL * 0.96, 0.0);

vec2 map(vec3 p) {
  vec2 d = nearer(vec2(p.y, 1.0), vec2(p.z + 0.62, 2.0));
  d = nearer(d, vec2(box(p - vec3(0, 0.06, -0.57), vec3(9, 0.06, 0.06), 0.01), 3.0));
  vec3 f = p;
  f.xz = turn(TURNED) * f.xz;
  float whole = box(f - vec3(0, TALL, 0), vec3(WIDE, TALL, 0.4), 0.02);
  if (whole > 0.12) return nearer(d, vec2(whole - 0.03, 4.0));
  d = nearer(d, vec2(box(f - vec3(0, TALL + 0.02, -0.04), vec3(WIDE, TALL - 0.02, 0.28), 0.012), 4.0));
  float upper = (TALL * 2.0 - SPLIT) * 0.5, lower = (SPLIT - 0.05) * 0.5;
  float doors = box(f - vec3(0, SPLIT + upper + 0.005, 0.28), vec3(WIDE, upper - 0.008, 0.035), 0.022);
  doors = min(doors, box(f - vec3(0, 0.05 + lower, 0.28), vec3(WIDE, lower - 0.005, 0.035), 0.022));
  d = nearer(d, vec2(doors, 5.0));
  d = nearer(d, vec2(box(f - vec3(0, 0.03, 0.1), vec3(WIDE - 0.03, 0.03, 0.14), 0.004), 6.0));
  float side = -WIDE + 0.05;
  float grips = rod(f, vec3(side, SPLIT + 0.06, 0.355), vec3(side, SPLIT + min(0.34, upper * 1.5), 0.355), 0.013);
  grips = min(grips, rod(f, vec3(side, SPLIT - 0.07, 0.355), vec3(side, SPLIT - 0.42, 0.355), 0.013));
  d = nearer(d, vec2(grips, 7.0));
  return d;
}

Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return FLOOR;
  if (id < 2.5) return wall(p.xy, WALL_BELOW, WALL_ABOVE, 1.25);
  if (id < 3.5) return plastic(vec3(0.45, 0.4, 0.36));
  vec3 f = p;
  f.xz = turn(TURNED) * f.xz;
  if (id < 4.5) return Material(SIDES, 0.04, 0.2, 0.0);
  if (id < 5.5) {
    Material m = Material(COLOUR, SHINE, ROUGH, 0.0);
    if (SHINE > 0.1) m.colour *= 0.94 + 0.1 * noise(vec2(f.x * 400.0, f.y * 3.0));
    vec4 ink = f.z > 0.3 ? printed((f.xy - vec2(-WIDE, TALL * 2.0 - WIDE * 2.0)) / (WIDE * 2.0), 0) : vec4(0.0);
    if (ink.a > 0.5) m = Material(ink.rgb, 0.04, 0.2, 0.0);
    vec4 low = f.z > 0.3 ? printed((f.xy - vec2(-WIDE, SPLIT - WIDE * 2.0 - 0.02)) / (WIDE * 2.0), 1) : vec4(0.0);
    if (low.a > 0.5) m = Material(low.rgb, 0.04, 0.2, 0.0);
    return m;
  }
  if (id < 6.5) return dull(vec3(0.02));
  if (id < 7.5) return Material(HANDLE, 0.3, 0.08, 0.0);
  return dull(vec3(0.5));
}
