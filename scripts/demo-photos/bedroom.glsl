// A room with a bed. A unit is a metre.

const vec3 TARGET = vec3(0.1, 0.75, -0.3);

vec2 double_bed(vec3 p) {
  vec3 b = p - vec3(0.95, 0.0, -0.62);
  vec2 d = vec2(box(b - vec3(0, 0.2, 0), vec3(0.78, 0.14, 1.0), 0.03), 5.0);
  d = nearer(d, vec2(box(b - vec3(0, 0.62, -1.02), vec3(0.82, 0.5, 0.04), 0.04), 5.0));
  d = nearer(d, vec2(box(b - vec3(0, 0.44, 0.0), vec3(0.75, 0.12, 0.96), 0.09), 6.0));
  d = nearer(d, vec2(box(b - vec3(0, 0.46 + 0.008 * sin(b.x * 9.0) * sin(b.z * 7.0), 0.3), vec3(0.785, 0.13, 0.7), 0.09) * 0.9, 7.0));
  vec3 k = vec3(abs(b.x) - 0.36, b.y - 0.62, b.z + 0.72);
  k.yz = turn(-22.0) * k.yz;
  d = nearer(d, vec2(box(k, vec3(0.31, 0.09 - k.x * k.x * 0.4, 0.2), 0.085) * 0.9, 6.0));
  vec3 t = p - vec3(-0.18, 0.28, -1.38);
  d = nearer(d, vec2(box(t, vec3(0.22, 0.28, 0.2), 0.01), 5.0));
  d = nearer(d, vec2(cone(t - vec3(0, 0.5, 0), 0.14, 0.09, 0.1, 0.01), 8.0));
  d = nearer(d, vec2(rod(t, vec3(0, 0.28, 0), vec3(0, 0.44, 0), 0.03), 9.0));
  return d;
}
Material double_bed_material(float id, vec3 p) {
  if (id < 5.5) return planks(p.zy * 4.0, vec3(0.34, 0.17, 0.08), vec3(0.18, 0.08, 0.035), 2.0);
  if (id < 6.5) return woven(p.xz * 2.0, vec3(0.68, 0.66, 0.6));
  if (id < 7.5) return woven(p.xz * 2.0, mix(vec3(0.1, 0.26, 0.32), vec3(0.62, 0.5, 0.24), step(0.72, fract(p.x * 3.2)) * step(0.3, fract(p.z * 3.2))));
  if (id < 8.5) return Material(vec3(0.75, 0.66, 0.48), 0.0, 1.0, 0.5);
  return metal(vec3(0.4, 0.33, 0.2));
}
vec2 bunk(vec3 p) {
  vec3 b = p - vec3(1.35, 0.0, -0.65);
  vec3 q = vec3(abs(b.x) - 0.46, b.y, abs(b.z) - 0.95);
  float frame = rod(q, vec3(0), vec3(0, 1.75, 0), 0.024);
  vec3 r = vec3(q.x, b.y, b.z);
  for (int i = 0; i < 2; i++) {
    float y = 0.34 + 1.0 * float(i);
    frame = min(frame, rod(r, vec3(0, y, -0.95), vec3(0, y, 0.95), 0.022));
    frame = min(frame, rod(vec3(b.x, b.y, q.z), vec3(-0.46, y, 0), vec3(0.46, y, 0), 0.022));
    frame = min(frame, rod(vec3(b.x, b.y, q.z), vec3(-0.46, y + 0.34, 0), vec3(0.46, y + 0.34, 0), 0.016));
  }
  frame = min(frame, rod(r, vec3(0, 1.6, -0.95), vec3(0, 1.6, 0.1), 0.016));
  vec3 s = vec3(abs(b.x + 0.46 - 0.0) , b.y, b.z - 0.7);
  for (int i = 0; i < 4; i++) frame = min(frame, rod(vec3(b.x + 0.46, b.y - 0.3 * float(i) - 0.35, abs(b.z - 0.74)), vec3(0), vec3(0, 0, 0.2), 0.014));
  vec2 d = vec2(frame, 5.0);
  d = nearer(d, vec2(box(b - vec3(0, 0.43, 0), vec3(0.43, 0.07, 0.92), 0.06), 6.0));
  d = nearer(d, vec2(box(b - vec3(0, 1.43, 0), vec3(0.43, 0.07, 0.92), 0.06), 7.0));
  d = nearer(d, vec2(box(b - vec3(0, 0.54, -0.7), vec3(0.28, 0.07, 0.17), 0.065), 8.0));
  d = nearer(d, vec2(box(b - vec3(0, 1.54, -0.7), vec3(0.28, 0.07, 0.17), 0.065), 8.0));
  // A desk and a stool under the window.
  vec3 t = p - vec3(-0.85, 0.72, -1.35);
  d = nearer(d, vec2(box(t, vec3(0.52, 0.02, 0.27), 0.008), 9.0));
  vec3 l = vec3(abs(t.x) - 0.48, t.y + 0.37, abs(t.z) - 0.23);
  d = nearer(d, vec2(box(l, vec3(0.022, 0.36, 0.022), 0.004), 9.0));
  d = nearer(d, vec2(box(t - vec3(-0.25, 0.07, 0), vec3(0.11, 0.05, 0.15), 0.004), 10.0));
  return d;
}
Material bunk_material(float id, vec3 p) {
  if (id < 5.5) return Material(vec3(0.05, 0.06, 0.07), 0.1, 0.1, 0.0);
  if (id < 6.5) return woven(p.xz * 2.0, mix(vec3(0.5, 0.1, 0.08), vec3(0.66, 0.6, 0.5), step(0.5, fract(p.z * 4.0))));
  if (id < 7.5) return woven(p.xz * 2.0, mix(vec3(0.08, 0.2, 0.4), vec3(0.6, 0.6, 0.58), step(0.5, fract(p.z * 4.0))));
  if (id < 8.5) return woven(p.xz * 2.0, vec3(0.68, 0.66, 0.62));
  if (id < 9.5) return planks(p.xz * 4.0, vec3(0.45, 0.27, 0.13), vec3(0.28, 0.15, 0.07), 2.0);
  return plastic(mix(vec3(0.4, 0.06, 0.05), vec3(0.05, 0.2, 0.36), step(0.5, fract(p.y * 22.0))));
}
vec2 hall(vec3 p) {
  // A door into the chamber, and a fan below the ceiling.
  vec3 o = p - vec3(-1.75, 1.02, -1.68);
  float frame = max(box(o, vec3(0.5, 1.06, 0.05), 0.004), -box(o + vec3(0, 0.06, 0), vec3(0.42, 1.04, 0.2), 0.0));
  vec2 d = vec2(frame, 5.0);
  d = nearer(d, vec2(box(o + vec3(0, 0.03, 0.0), vec3(0.415, 1.0, 0.02), 0.004), 6.0));
  d = nearer(d, vec2(length(o - vec3(0.32, -0.05, 0.06)) - 0.035, 8.0));
  d = nearer(d, vec2(p.y > 2.4 ? 2.75 - p.y : 2.75 - p.y, 7.0));
  vec3 f = p - vec3(0.3, 2.42, 0.4);
  d = nearer(d, vec2(cylinder(f, 0.1, 0.05, 0.03), 8.0));
  d = nearer(d, vec2(rod(f, vec3(0), vec3(0, 0.4, 0), 0.015), 8.0));
  float a = atan(f.z, f.x) + 0.4;
  a -= 2.0943951 * round(a / 2.0943951);
  float r = length(f.xz);
  d = nearer(d, vec2(box(vec3(r * cos(a) - 0.42, f.y - 0.01, r * sin(a)), vec3(0.3, 0.006, 0.06), 0.005), 8.0));
  // A plastic chair that the tenant left.
  vec3 c = p - vec3(1.35, 0.0, -0.7);
  c.xz = turn(35.0) * c.xz;
  float seat = box(c - vec3(0, 0.43, 0), vec3(0.23, 0.02, 0.22), 0.018);
  vec3 k = c - vec3(0, 0.66, -0.23);
  k.yz = turn(-12.0) * k.yz;
  float back = max(box(k, vec3(0.21, 0.26, 0.014), 0.013), -box(vec3(abs(fract(k.x * 9.0) - 0.5) / 9.0, k.y + 0.02, k.z), vec3(0.018, 0.17, 0.1), 0.0));
  vec3 g = vec3(abs(c.x), c.y, abs(c.z));
  float legs = rod(g, vec3(0.2, 0.42, 0.19), vec3(0.24, 0.0, 0.24), 0.022);
  float arms = rod(vec3(abs(c.x), c.yz), vec3(0.24, 0.64, -0.2), vec3(0.25, 0.63, 0.2), 0.02);
  arms = min(arms, rod(vec3(abs(c.x), c.yz), vec3(0.25, 0.63, 0.2), vec3(0.22, 0.42, 0.2), 0.02));
  return nearer(d, vec2(min(min(seat, back * 0.7), min(legs, arms)), 9.0));
}
Material hall_material(float id, vec3 p) {
  if (id < 5.5) return plastic(vec3(0.22, 0.1, 0.05));
  if (id < 6.5) return planks(p.yx * 3.0, vec3(0.34, 0.16, 0.07), vec3(0.2, 0.09, 0.04), 1.2);
  if (id < 7.5) return dull(vec3(0.75, 0.74, 0.7));
  if (id < 8.5) return plastic(vec3(0.6, 0.6, 0.58));
  return plastic(vec3(0.05, 0.22, 0.45));
}

vec2 map(vec3 p) {
  vec2 d = nearer(vec2(p.y, 1.0), vec2(p.z + 1.7, 2.0));
  d = nearer(d, vec2(2.3 - p.x, 3.0));
  d = nearer(d, vec2(box(p - vec3(0.2, 0.05, -1.66), vec3(4, 0.05, 0.03), 0.004), 4.0));
  d = nearer(d, BED);
  return d;
}
Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return FLOOR;
  if (id < 2.5) {
    vec2 w = p.xy - vec2(WINDOW_X, 1.65);
    vec2 inside = abs(w) - vec2(0.6, 0.5);
    if (max(inside.x, inside.y) < 0.0) {
      // Glass louvres behind burglar-proof bars.
      float bar = min(abs(fract(w.x / 0.2) - 0.5) * 0.2, abs(fract(w.y / 0.33) - 0.5) * 0.33);
      float blade = fract(w.y / 0.11);
      vec3 outside = mix(vec3(0.35, 0.5, 0.3), vec3(0.75, 0.85, 0.95), smoothstep(-0.3, 0.1, w.y + 0.1 * cloud(w * 6.0)));
      if (max(inside.x, inside.y) > -0.04) return dull(vec3(0.3, 0.2, 0.12));
      if (bar < 0.009) return dull(vec3(0.6));
      return Material(outside * (0.75 + 0.25 * blade), 0.06, 0.02, 1.3);
    }
    // Curtains beside it.
    float hung = abs(w.x) - 0.78;
    if (abs(hung) < 0.2 && w.y < 0.62 && w.y > -1.2)
      return dull(CURTAIN * (0.75 + 0.3 * sin(w.x * 60.0)));
    return wall(p.xy, WALL_BELOW, WALL_ABOVE, 0.9);
  }
  if (id < 3.5) return wall(p.zy, WALL_BELOW, WALL_ABOVE, 0.9);
  if (id < 4.5) return dull(vec3(0.25, 0.2, 0.16));
  return BED_MATERIAL;
}
