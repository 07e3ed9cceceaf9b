// A car battery on a workshop's floor. A unit is a decimetre.

const vec3 TARGET = vec3(0.0, 0.85, 0.0);

vec3 turned(vec3 p) {
  p.xz = turn(28.0) * p.xz;
  return p;
}
vec2 map(vec3 p) {
  vec2 d = nearer(vec2(p.y, 1.0), vec2(p.z + 4.0, 2.0));
  vec3 f = turned(p);
  float whole = box(f - vec3(0, 1.0, 0), vec3(1.4, 1.2, 1.0), 0.0);
  if (whole > 0.2) return nearer(d, vec2(whole, 3.0));
  d = nearer(d, vec2(box(f - vec3(0, 0.8, 0), vec3(1.25, 0.8, 0.82), 0.05), 3.0));
  d = nearer(d, vec2(box(f - vec3(0, 1.62, 0), vec3(1.28, 0.14, 0.85), 0.05), 4.0));
  d = nearer(d, vec2(cylinder(f - vec3(-0.95, 1.84, 0.5), 0.13, 0.14, 0.02), 5.0));
  d = nearer(d, vec2(cylinder(f - vec3(0.95, 1.84, 0.5), 0.13, 0.14, 0.02), 5.0));
  d = nearer(d, vec2(ring(f - vec3(-0.95, 1.77, 0.5), 0.17, 0.05), 6.0));
  vec3 c = f - vec3(0, 1.77, -0.25);
  c.x -= clamp(round(c.x / 0.36), -2.0, 3.0) * 0.36 - 0.18;
  d = nearer(d, vec2(cylinder(c, 0.12, 0.03, 0.015), 7.0));
  vec3 h = f - vec3(0, 1.9, 0);
  float handle = length(vec2(max(abs(h.x) - 0.8, 0.0), length(vec2(h.y - 0.0, h.z - 0.84)))) - 0.07;
  d = nearer(d, vec2(handle, 7.0));
  return d;
}
Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return cement(p.xz, mix(vec3(0.3, 0.29, 0.27), vec3(0.1), smoothstep(0.5, 0.72, cloud(p.xz * 0.5 + 3.0))));
  if (id < 2.5) return wall(p.xy * 0.3, vec3(0.45, 0.28, 0.1), vec3(0.62, 0.55, 0.42), 0.75);
  vec3 f = turned(p);
  if (id < 3.5) {
    vec4 ink = f.z > 0.8 ? printed((f.xy - vec2(-1.05, 0.15)) / vec2(2.1, 1.25), 0) : vec4(0.0);
    return Material(mix(vec3(0.02), ink.rgb, ink.a), 0.05, 0.1, 0.0);
  }
  if (id < 4.5) return plastic(vec3(0.03));
  if (id < 5.5) return metal(vec3(0.42, 0.42, 0.44));
  if (id < 6.5) return plastic(vec3(0.6, 0.03, 0.03));
  return plastic(vec3(0.014));
}
