// Four alloy wheels with their tyres before a workshop. A unit is a decimetre.

const vec3 TARGET = vec3(0.0, 2.6, 0.0);

/** The axle is along z. */
vec2 wheel(vec3 p) {
  float r = length(p.xy);
  if (r > 3.6) return vec2(length(vec2(max(r - 3.2, 0.0), max(abs(p.z) - 1.0, 0.0))), 3.0);
  float tyre = thick(r - 3.1, p.z, 0.95, 0.4);
  tyre = max(tyre, -(thick(r - 2.02, p.z, 2.0, 0.0)));
  float tread = 0.04 * step(0.5, fract(atan(p.y, p.x) * 14.0 + floor(p.z * 3.0) * 0.5)) * smoothstep(2.95, 3.05, r);
  vec2 d = vec2(tyre + tread, 3.0);
  float rim = max(abs(r - 1.95) - 0.09, abs(p.z) - 0.85);
  float angle = atan(p.y, p.x);
  float fifth = 1.25663706;
  angle -= fifth * round(angle / fifth);
  vec3 s = vec3(r * cos(angle), r * sin(angle), p.z - 0.45 - 0.12 * (2.0 - r));
  float spoke = box(s - vec3(1.1, 0, 0), vec3(0.9, 0.26 - s.x * 0.04, 0.1), 0.06);
  float hub = thick(r - 0.52, p.z - 0.62, 0.14, 0.07);
  d = nearer(d, vec2(min(rim, melt(spoke, hub, 0.2)), 4.0));
  d = nearer(d, vec2(max(r - 1.9, abs(p.z + 0.3) - 0.1), 5.0));
  return d;
}

vec2 map(vec3 p) {
  vec2 d = nearer(vec2(p.y + 0.05 * cloud(p.xz * 0.5), 1.0), vec2(p.z + 4.2, 2.0));
  vec3 a = p - vec3(-2.9, 3.05, 0.3);
  a.xz = turn(-14.0) * a.xz;
  d = nearer(d, wheel(a));
  vec3 b = p - vec3(3.0, 1.0, 0.2);
  d = nearer(d, wheel(b.xzy * vec3(1, -1, 1)));
  b = p - vec3(3.15, 2.95, 0.1);
  d = nearer(d, wheel(b.xzy * vec3(1, -1, 1)));
  vec3 c = p - vec3(3.0, 4.9, 0.2);
  d = nearer(d, wheel(c.xzy * vec3(1, -1, 1)));
  return d;
}

Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return cement(p.xz * 0.5, mix(vec3(0.36, 0.2, 0.11), vec3(0.12, 0.09, 0.07), smoothstep(0.45, 0.7, cloud(p.xz * 0.22))));
  if (id < 2.5) {
    // A gate of corrugated iron, painted blue.
    float wave = 0.5 + 0.5 * sin(p.x * 4.2);
    return Material(vec3(0.05, 0.17, 0.32) * (0.55 + 0.6 * wave) * (0.8 + 0.4 * cloud(p.xy * 0.5)), 0.05, 0.25, 0.0);
  }
  if (id < 3.5) return Material(vec3(0.02) * (0.8 + 0.5 * cloud(p.xy * 2.0)), 0.03, 0.35, 0.0);
  if (id < 4.5) return Material(vec3(0.6, 0.61, 0.62), 0.4, 0.08, 0.0);
  return metal(vec3(0.16));
}
