// A car in a yard. A unit is a metre; its front points to +x.

// Each car defines: NOSE, TAIL (vec2: distance, height), ROOF (vec3: height, start and end), BELT, FRONT_FOOT
// and BACK_FOOT (where the windscreen and the rear window begin), PAINT, RISE (height above the road).

const vec3 TARGET = vec3(0.0, 0.72, 0.0);

vec3 turned(vec3 p) {
  p.xz = turn(TURNED) * p.xz;
  return p;
}
float both(float a, float b, float k) {
  return -melt(-a, -b, k);
}
float beyond(vec2 p, vec2 from, vec2 to) {
  vec2 along = normalize(to - from);
  return dot(p - from, vec2(-along.y, along.x));
}
float lower_outline(vec2 p) {
  float d = both(p.x - NOSE.x + 0.1 * (p.y - 0.5) * (p.y - 0.5) * 4.0, -TAIL.x - p.x, 0.1);
  d = both(d, RISE - p.y, 0.1);
  float lid = beyond(p, vec2(FRONT_FOOT, BELT), vec2(NOSE.x, NOSE.y));
  float trunk = beyond(p, vec2(-TAIL.x, TAIL.y), vec2(BACK_FOOT, BELT));
  return both(both(d, lid, 0.2), both(trunk, p.y - BELT, 0.1), 0.2);
}
float cabin_outline(vec2 p) {
  float d = both(beyond(p, vec2(ROOF.y, ROOF.x), vec2(FRONT_FOOT, BELT)), beyond(p, vec2(-BACK_FOOT_X, BELT), vec2(ROOF.z, ROOF.x)), 0.1);
  d = both(d, p.y - ROOF.x - 0.03 + 0.05 * (p.x - 0.1) * (p.x - 0.1), 0.12);
  return both(d, BELT - 0.25 - p.y, 0.02);
}
float half_width(float height) {
  return 0.8 - max(height - BELT, 0.0) * 0.36 - pow(max(0.55 - height, 0.0), 2.0);
}
float hull(vec3 f) {
  float round_front = 0.14 * f.z * f.z;
  float lower = thick(lower_outline(vec2(f.x + sign(f.x) * round_front, f.y)), f.z, half_width(f.y) + 0.02, 0.1);
  float cabin = thick(cabin_outline(vec2(f.x + sign(f.x - 0.1) * round_front, f.y)), f.z, half_width(f.y) - 0.02, 0.12);
  return melt(lower, cabin, 0.06);
}
vec2 map(vec3 p) {
  vec2 d = nearer(vec2(p.y, 1.0), vec2(p.z + BACKDROP, 2.0));
  vec3 f = turned(p);
  float whole = box(f - vec3(0.0, 0.85, 0), vec3(2.5, 0.95, 1.0), 0.0);
  if (whole > 0.5) return nearer(d, vec2(whole, 3.0));
  vec3 w = vec3(f.x > 0.0 ? f.x - AXLES.x : f.x + AXLES.y, f.y - WHEEL, abs(f.z));
  float arch = length(w.xy) - WHEEL - 0.07;
  float body = max(hull(f), -max(arch, 0.45 - w.z)) * 0.8;
  d = nearer(d, vec2(body, 3.0));
  vec3 mirror = vec3(f.x - FRONT_FOOT + 0.38, f.y - BELT - 0.09, w.z - 0.9);
  d = nearer(d, vec2(box(mirror, vec3(0.06, 0.065, 0.1), 0.04), 7.0));
  float r = length(w.xy);
  float tyre = thick(r - WHEEL, w.z - 0.7, 0.1, 0.05);
  tyre = max(tyre, -thick(r - WHEEL * 0.66, w.z - 0.82, 0.05, 0.0));
  d = nearer(d, vec2(tyre, 4.0));
  float angle = atan(w.y, w.x);
  angle -= 0.8975979 * round(angle / 0.8975979);
  vec2 s = r * vec2(cos(angle), sin(angle));
  float spoke = box(vec3(s - vec2(WHEEL * 0.36, 0), w.z - 0.76), vec3(WHEEL * 0.32, 0.022, 0.02), 0.01);
  float rim = max(abs(r - WHEEL * 0.66) - 0.02, abs(w.z - 0.74) - 0.05);
  d = nearer(d, vec2(min(min(spoke, rim), thick(r - 0.06, w.z - 0.76, 0.03, 0.01)), 5.0));
  d = nearer(d, vec2(max(max(hull(f) + 0.12, f.y - 0.7), -max(arch, 0.5 - w.z)), 6.0));
  return d;
}
Material body_material(vec3 f, vec3 n) {
  vec2 p = f.xy;
  float round_front = 0.14 * f.z * f.z;
  float cabin = cabin_outline(vec2(f.x + sign(f.x - 0.1) * round_front, f.y));
  vec3 glass = vec3(0.012, 0.015, 0.018);
  bool above = f.y > BELT + 0.035;
  bool on_side = abs(n.z) > 0.72;
  if (above && on_side && cabin < -0.085 && abs(f.x - PILLAR) > 0.035) return Material(glass, 0.09, 0.01, 0.0);
  if (above && !on_side && n.y < 0.9 && cabin > -0.07 && abs(f.z) < half_width(f.y) - 0.12 && f.y < ROOF.x - 0.03)
    return Material(glass, 0.1, 0.01, 0.0);
  // Seams of the doors, lamps, grille and plates.
  if (on_side) {
    float seam = min(min(abs(f.x - PILLAR), abs(f.x - DOORS.x)), abs(f.x - DOORS.y));
    if (f.y > RISE + 0.1 && f.y < BELT + 0.05 && seam < 0.006) return dull(PAINT * 0.15);
    vec2 grip = min(abs(vec2(f.x - PILLAR - 0.14, f.y - BELT + 0.1)), abs(vec2(f.x - DOORS.y - 0.16, f.y - BELT + 0.1)));
    grip = abs(vec2(f.x - PILLAR - 0.14, f.y - BELT + 0.1));
    vec2 other = abs(vec2(f.x - DOORS.y - 0.16, f.y - BELT + 0.1));
    if (max(grip.x - 0.08, grip.y - 0.014) < 0.0 || max(other.x - 0.08, other.y - 0.014) < 0.0) return dull(PAINT * 0.35);
  }
  if (f.x > NOSE.x - 0.42) {
    vec2 lamp = vec2(abs(f.z) - 0.56, f.y - NOSE.y + 0.08);
    if (square(lamp, vec2(0.15, 0.075), 0.05) < 0.0 && n.x > 0.1) return Material(vec3(0.5, 0.52, 0.55), 0.35, 0.03, 0.25);
    if (square(vec2(f.z, f.y - NOSE.y + 0.1), vec2(0.32, 0.06), 0.03) < 0.0 && n.x > 0.3)
      return dull(vec3(0.03) + 0.12 * step(0.6, fract(f.y * 34.0)));
    if (square(vec2(f.z, f.y - RISE - 0.17), vec2(0.5, 0.06), 0.03) < 0.0 && n.x > 0.3) return dull(vec3(0.015));
    if (square(vec2(f.z, f.y - RISE - 0.3), vec2(0.25, 0.055), 0.01) < 0.0 && n.x > 0.3) {
      vec4 ink = printed(vec2(0.5 - f.z / 0.5, (f.y - RISE - 0.3) / 0.11 + 0.5), 0);
      return plastic(mix(vec3(0.7), ink.rgb, ink.a));
    }
  }
  if (f.x < -TAIL.x + 0.3 && square(vec2(abs(f.z) - 0.62, f.y - TAIL.y + 0.15), vec2(0.13, 0.12), 0.04) < 0.0)
    return Material(vec3(0.4, 0.01, 0.01), 0.06, 0.02, 0.1);
  if (f.y < RISE + 0.06) return dull(vec3(0.03));
  return Material(PAINT, 0.07, 0.015, 0.0);
}
Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return GROUND;
  if (id < 2.5) return BACKGROUND;
  vec3 f = turned(p);
  if (id < 3.5) return body_material(f, normalize(vec3(turned(n))));
  if (id < 4.5) return dull(vec3(0.02));
  if (id < 5.5) return metal(vec3(0.55));
  if (id < 6.5) return dull(vec3(0.006));
  return Material(PAINT, 0.06, 0.03, 0.0);
}
