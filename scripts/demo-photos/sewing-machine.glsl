// A black sewing machine with a hand wheel, on its wooden board. A unit is a decimetre.

const vec3 TARGET = vec3(0.4, 1.2, 0.0);

vec3 turned(vec3 p) {
  p.xz = turn(-22.0) * p.xz;
  return p;
}

float machine(vec3 f) {
  float bed = box(f - vec3(0, 0.5, 0), vec3(1.95, 0.12, 0.82), 0.09);
  float pillar = box(f - vec3(1.25, 1.3, 0), vec3(0.42 - (f.y - 1.3) * 0.08, 0.9, 0.4), 0.24);
  float arm = rod(f, vec3(1.2, 2.15, 0), vec3(-1.15, 2.2, 0), 0.36 - clamp(1.0 - f.x, 0.0, 2.0) * 0.045);
  float face = box(f - vec3(-1.42, 1.95, 0), vec3(0.22, 0.52, 0.27), 0.13);
  float all = melt(melt(pillar, bed, 0.4), arm, 0.5);
  return melt(all, face, 0.22) * 0.85;
}

vec2 map(vec3 p) {
  vec2 d = nearer(vec2(p.y, 1.0), vec2(p.z + 3.4, 2.0));
  vec3 f = turned(p);
  float whole = box(f - vec3(0.3, 1.5, 0), vec3(2.9, 1.6, 1.3), 0.1);
  if (whole > 0.4) return nearer(d, vec2(whole - 0.1, 3.0));
  d = nearer(d, vec2(box(f - vec3(0.1, 0.19, 0), vec3(2.35, 0.19, 1.05), 0.05), 3.0));
  d = nearer(d, vec2(machine(f), 4.0));
  // Wheel with its grip, and the spool's pin.
  vec3 w = f - vec3(2.0, 2.05, 0);
  float wheel = ring(w.yxz, 0.62, 0.1);
  wheel = min(wheel, thick(length(w.yz) - 0.2, w.x, 0.12, 0.05));
  wheel = min(wheel, min(rod(w, vec3(0, -0.6, 0), vec3(0, 0.6, 0), 0.055), rod(w, vec3(0, 0, -0.6), vec3(0, 0, 0.6), 0.055)));
  d = nearer(d, vec2(wheel, 5.0));
  d = nearer(d, vec2(rod(f, vec3(1.6, 2.1, 0), vec3(2.1, 2.1, 0), 0.13), 5.0));
  d = nearer(d, vec2(rod(w, vec3(0.05, 0.45, 0.4), vec3(0.5, 0.45, 0.4), 0.1), 6.0));
  d = nearer(d, vec2(cylinder(f - vec3(0.9, 2.72, 0), 0.16, 0.2, 0.02), 7.0));
  d = nearer(d, vec2(rod(f, vec3(0.9, 2.4, 0), vec3(0.9, 3.0, 0), 0.03), 5.0));
  // Needle, foot and plate.
  d = nearer(d, vec2(rod(f, vec3(-1.42, 1.5, 0), vec3(-1.42, 0.85, 0), 0.055), 5.0));
  d = nearer(d, vec2(rod(f, vec3(-1.42, 0.9, 0), vec3(-1.42, 0.62, 0), 0.018), 5.0));
  d = nearer(d, vec2(rod(f, vec3(-1.42, 2.2, 0), vec3(-1.42, 2.62, 0), 0.05), 5.0));
  d = nearer(d, vec2(rod(f, vec3(-1.42, 1.4, -0.1), vec3(-1.42, 0.75, -0.1), 0.05), 5.0));
  d = nearer(d, vec2(box(f - vec3(-1.42, 0.72, 0.02), vec3(0.07, 0.025, 0.16), 0.02), 5.0));
  d = nearer(d, vec2(box(f - vec3(-1.42, 0.625, 0), vec3(0.3, 0.012, 0.62), 0.01), 5.0));
  d = nearer(d, vec2(thick(length(f.xy - vec2(-1.42, 2.02)) - 0.14, f.z - 0.29, 0.05, 0.02), 5.0));
  return d;
}

Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return woven(p.xz, mix(vec3(0.5, 0.1, 0.09), vec3(0.62, 0.55, 0.42), step(0.5, fract(p.x * 0.45 + 0.2)) * 0.5 + step(0.5, fract(p.z * 0.45)) * 0.5));
  if (id < 2.5) return wall(p.xy * 0.4, vec3(0.2, 0.32, 0.3), vec3(0.66, 0.7, 0.62), 0.9);
  vec3 f = turned(p);
  if (id < 3.5) return planks(f.xz * vec2(1.0, 1.0) + 0.3, vec3(0.34, 0.15, 0.06), vec3(0.17, 0.06, 0.02), 2.3);
  if (id < 4.5) {
    vec4 arm = f.z > 0.0 && f.y > 1.6 ? printed((f.xy - vec2(-1.2, 1.75)) / vec2(2.4, 0.8), 0) : vec4(0.0);
    vec4 bed = n.y > 0.7 && f.y < 0.8 ? printed((vec2(f.x, -f.z) - vec2(-1.9, -0.8)) / vec2(3.8, 1.6), 1) : vec4(0.0);
    vec4 ink = arm.a > bed.a ? arm : bed;
    return Material(mix(vec3(0.008), ink.rgb, ink.a), 0.07, 0.02, 0.0);
  }
  if (id < 5.5) return metal(vec3(0.62));
  if (id < 6.5) return plastic(vec3(0.3, 0.13, 0.05));
  return dull(vec3(0.6, 0.08, 0.1) * (0.8 + 0.3 * step(0.5, fract(f.y * 40.0))));
}
