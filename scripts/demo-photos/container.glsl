// A container shop at the roadside. A unit is a metre.

const vec3 TARGET = vec3(0.1, 1.15, 0.0);

vec3 turned(vec3 p) {
  p.xz = turn(-30.0) * p.xz;
  return p;
}
vec2 map(vec3 p) {
  vec2 d = vec2(p.y + 0.03 * cloud(p.xz), 1.0);
  d = nearer(d, vec2(p.z + 14.0, 9.0));
  vec3 f = turned(p);
  float whole = box(f - vec3(0, 1.3, 0), vec3(3.3, 1.5, 1.9), 0.0);
  if (whole > 0.4) return nearer(d, vec2(whole, 2.0));
  float wave = 0.02 * smoothstep(-0.4, 0.4, sin(f.x * 26.0)) * step(abs(f.z), 1.3);
  float side = 0.02 * smoothstep(-0.4, 0.4, sin(f.z * 26.0)) * step(abs(f.x), 2.95);
  float walls = box(f - vec3(0, 1.4, 0), vec3(3.0 - side, 1.25, 1.2 - wave), 0.01);
  float opening = box(f - vec3(-0.7, 1.2, 1.2), vec3(1.2, 0.95, 0.5), 0.0);
  d = nearer(d, vec2(max(walls, -opening) * 0.8, 2.0));
  vec3 edge = vec3(abs(f.x) - 2.97, abs(f.y - 1.4) - 1.22, abs(f.z) - 1.17);
  float frame = min(min(max(abs(edge.x), abs(edge.y)) - 0.07, max(abs(edge.y), abs(edge.z)) - 0.07), max(abs(edge.x), abs(edge.z)) - 0.07);
  frame = max(frame, box(f - vec3(0, 1.4, 0), vec3(3.04, 1.3, 1.24), 0.0));
  d = nearer(d, vec2(max(frame, -opening), 3.0));
  d = nearer(d, vec2(box(f - vec3(-0.7, 2.25, 1.24), vec3(1.2, 0.1, 0.06), 0.04), 4.0));
  // A roof over the door, and blocks below.
  vec3 r = f - vec3(-0.7, 2.5, 1.65);
  r.yz = turn(-12.0) * r.yz;
  d = nearer(d, vec2(box(r, vec3(1.45, 0.02, 0.5), 0.01), 5.0));
  vec3 b = vec3(abs(f.x) - 2.6, f.y - 0.08, abs(f.z) - 1.0);
  d = nearer(d, vec2(box(b, vec3(0.25, 0.1, 0.14), 0.01), 6.0));
  d = nearer(d, vec2(box(f - vec3(-0.7, 0.55, 1.0), vec3(1.15, 0.4, 0.06), 0.01), 7.0));
  return d;
}
Material material(float id, vec3 p, vec3 n) {
  vec3 f = turned(p);
  if (id < 1.5) return cement(p.xz * 0.6, mix(vec3(0.5, 0.24, 0.11), vec3(0.36, 0.16, 0.08), cloud(p.xz * 0.4)));
  if (id < 2.5) {
    vec4 ink = f.z > 1.0 ? printed((f.xy - vec2(0.7, 1.0)) / vec2(2.1, 1.3), 0) : vec4(0.0);
    vec3 paint = vec3(0.03, 0.2, 0.42) * (0.85 + 0.3 * cloud(f.xy * 1.2));
    paint = mix(paint, vec3(0.2, 0.08, 0.03), smoothstep(0.66, 0.8, cloud(f.xy * 2.4 + 5.0)) * smoothstep(1.2, 0.2, f.y));
    return Material(mix(paint, ink.rgb, ink.a), 0.04, 0.3, 0.0);
  }
  if (id < 3.5) return dull(vec3(0.025, 0.16, 0.34));
  if (id < 4.5) return metal(vec3(0.5));
  if (id < 5.5) return Material(vec3(0.34) * (0.8 + 0.2 * sin(f.x * 30.0)), 0.1, 0.3, 0.0);
  if (id < 6.5) return cement(f.xy * 3.0, vec3(0.4));
  if (id < 7.5) return planks(f.xy * 3.0, vec3(0.4, 0.22, 0.1), vec3(0.22, 0.1, 0.04), 0.9);
  // Trees and the sky in the distance.
  float tree = 1.6 + 2.4 * cloud(p.xx * 0.35 + 3.0) + 0.5 * noise(p.xy * 2.0);
  vec3 leaves = vec3(0.06, 0.14, 0.04) * (0.5 + 1.3 * cloud(p.xy * 0.9));
  vec3 sky = mix(vec3(0.75, 0.82, 0.85), vec3(0.3, 0.52, 0.8), clamp(p.y / 9.0, 0.0, 1.0));
  return either(p.y < tree, Material(leaves, 0.0, 1.0, 0.2), Material(sky * 0.6, 0.0, 1.0, 0.7));
}
