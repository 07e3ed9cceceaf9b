// A standing fan. A unit is a metre.

const vec3 TARGET = vec3(0.0, 0.76, 0.0);

vec3 head(vec3 p) {
  p -= vec3(0, 1.14, 0.08);
  p.xz = turn(24.0) * p.xz;
  p.yz = turn(-6.0) * p.yz;
  return p;
}

vec2 map(vec3 p) {
  vec2 d = nearer(vec2(p.y, 1.0), vec2(p.z + 0.75, 2.0));
  d = nearer(d, vec2(cylinder(p - vec3(0, 0.02, 0), 0.21, 0.02, 0.015), 3.0));
  d = nearer(d, vec2(cone(p - vec3(0, 0.07, 0), 0.09, 0.03, 0.04, 0.01), 3.0));
  d = nearer(d, vec2(rod(p, vec3(0, 0.05, 0), vec3(0, 0.62, 0), 0.019), 4.0));
  d = nearer(d, vec2(rod(p, vec3(0, 0.6, 0), vec3(0, 0.95, 0), 0.014), 4.0));
  d = nearer(d, vec2(cylinder(p - vec3(0, 0.62, 0), 0.028, 0.035, 0.008), 3.0));
  d = nearer(d, vec2(box(p - vec3(0, 0.93, 0.0), vec3(0.06, 0.09, 0.045), 0.03), 3.0));
  vec3 knob = p - vec3(0, 0.93, 0.045);
  knob.x -= clamp(round(knob.x / 0.028), -1.0, 2.0) * 0.028;
  d = nearer(d, vec2(box(knob, vec3(0.009, 0.016, 0.012), 0.004), 6.0));
  vec3 f = head(p);
  float whole = cylinder(f.xzy, 0.3, 0.12, 0.0);
  if (whole > 0.06) return nearer(d, vec2(whole - 0.02, 5.0));
  d = nearer(d, vec2(thick(length(f.xy) - 0.075, f.z + 0.1, 0.07, 0.04), 3.0));
  // Blades, three of them and bent.
  float angle = atan(f.y, f.x) + 0.5;
  float third = 2.0943951;
  angle -= third * round(angle / third);
  float radius = length(f.xy);
  vec3 b = vec3(radius - 0.145, radius * angle, f.z - 0.015 - angle * 0.07);
  float blade = thick(length(b.xy * vec2(1.0, 0.85)) - 0.095, b.z, 0.002, 0.002) * 0.6;
  d = nearer(d, vec2(blade, 7.0));
  d = nearer(d, vec2(thick(radius - 0.042, f.z - 0.02, 0.03, 0.015), 6.0));
  // The cage: wires from the middle to the rim, in front and behind.
  float wires = 72.0;
  float turned = atan(f.y, f.x) * wires / 6.2831853;
  float beside = (turned - round(turned)) / wires * 6.2831853 * radius;
  float bulge = 0.075 * sqrt(max(1.0 - pow(radius / 0.262, 2.4), 0.0));
  float wire = length(vec2(beside, abs(f.z) - bulge)) - 0.0021;
  wire = max(wire * 0.6, max(radius - 0.262, 0.055 - radius));
  d = nearer(d, vec2(wire, 5.0));
  d = nearer(d, vec2(ring(f.xzy, 0.264, 0.0055), 5.0));
  d = nearer(d, vec2(ring(vec3(f.xy, abs(f.z) - 0.06).xzy, 0.165, 0.0028), 5.0));
  d = nearer(d, vec2(thick(radius - 0.06, f.z - 0.078, 0.004, 0.003), 8.0));
  return d;
}

Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return tiles(p.xz + vec2(0.1, 0.3), vec3(0.62, 0.56, 0.46), 0.45);
  if (id < 2.5) return wall(p.xy, vec3(0.36, 0.13, 0.1), vec3(0.75, 0.66, 0.5), 0.62);
  if (id < 3.5) return plastic(vec3(0.02, 0.022, 0.026));
  if (id < 4.5) return metal(vec3(0.6));
  if (id < 5.5) return Material(vec3(0.06), 0.25, 0.15, 0.0);
  if (id < 6.5) return plastic(vec3(0.55, 0.05, 0.05));
  if (id < 7.5) return Material(vec3(0.06, 0.2, 0.42), 0.06, 0.06, 0.0);
  vec3 f = head(p);
  vec4 ink = printed(f.xy / 0.12 + 0.5, 0);
  return plastic(mix(vec3(0.6), ink.rgb, ink.a));
}
