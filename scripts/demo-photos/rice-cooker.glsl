// A rice cooker with a glass lid on a kitchen table. A unit is a decimetre.

const vec3 TARGET = vec3(0.0, 0.95, 0.0);

vec2 map(vec3 p) {
  vec2 d = nearer(vec2(p.y, 1.0), vec2(p.z + 3.2, 2.0));
  vec3 f = p;
  f.xz = turn(18.0) * f.xz;
  if (length(f - TARGET) > 2.6) return nearer(d, vec2(length(f - TARGET) - 2.3, 3.0));
  float pot = cone(f - vec3(0, 0.78, 0), 1.02, 1.2, 0.62, 0.16);
  d = nearer(d, vec2(pot, 3.0));
  d = nearer(d, vec2(cone(f - vec3(0, 0.12, 0), 0.86, 0.98, 0.1, 0.03), 4.0));
  d = nearer(d, vec2(ring(f - vec3(0, 1.4, 0), 1.2, 0.05), 5.0));
  d = nearer(d, vec2(max(ball(f - vec3(0, 1.36, 0), vec3(1.18, 0.46, 1.18)), 1.4 - f.y), 6.0));
  d = nearer(d, vec2(cylinder(f - vec3(0, 1.93, 0), 0.24, 0.09, 0.06), 4.0));
  d = nearer(d, vec2(cylinder(f - vec3(0, 1.83, 0), 0.1, 0.06, 0.02), 4.0));
  vec3 h = vec3(abs(f.x) - 1.3, f.y - 1.12, f.z);
  d = nearer(d, vec2(box(h, vec3(0.18, 0.09, 0.34), 0.07), 4.0));
  // The panel follows the pot's curve.
  float panel = max(abs(length(f.xz) - 1.1) - 0.06, square(vec2(f.x, f.y - 0.55), vec2(0.3, 0.3), 0.1));
  if (f.z > 0.0) d = nearer(d, vec2(panel * 0.8, 7.0));
  d = nearer(d, vec2(box(f - vec3(0, 0.42, 1.2), vec3(0.13, 0.035, 0.07), 0.03), 4.0));
  return d;
}

Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return planks(p.zx + 1.0, vec3(0.42, 0.24, 0.12), vec3(0.2, 0.09, 0.04), 1.4);
  if (id < 2.5) return wall(p.xy * 0.4, vec3(0.55, 0.33, 0.16), vec3(0.72, 0.6, 0.38), 1.2);
  vec3 f = p;
  f.xz = turn(18.0) * f.xz;
  if (id < 3.5) {
    vec4 ink = f.z > 0.0 ? printed(vec2(f.x / 2.0 + 0.5, f.y / 2.0), 0) : vec4(0.0);
    vec3 white = vec3(0.72, 0.7, 0.66);
    return Material(mix(white, ink.rgb, ink.a), 0.05, 0.05, 0.0);
  }
  if (id < 4.5) return plastic(vec3(0.025));
  if (id < 5.5) return metal(vec3(0.66));
  if (id < 6.5) {
    // Steam and rice show through the glass.
    float drops = noise(f.xz * 26.0);
    return Material(mix(vec3(0.34, 0.36, 0.36), vec3(0.55), smoothstep(0.6, 0.8, drops)), 0.12, 0.02, 0.0);
  }
  vec4 ink = printed(vec2(f.x / 0.6 + 0.5, (f.y - 0.25) / 0.6), 1);
  return plastic(mix(vec3(0.35, 0.02, 0.03), ink.rgb, ink.a));
}
