// Three cast aluminium pots with their lids, on the ground of a yard. A unit is a decimetre.

const vec3 TARGET = vec3(0.1, 0.85, 0.0);

float pot(vec3 p, float size) {
  p /= size;
  float body = max(ball(p - vec3(0, 1.0, 0), vec3(1.25, 1.0, 1.25)), p.y - 1.25);
  float rim = ring(p - vec3(0, 1.26, 0), 1.2, 0.07);
  vec3 h = vec3(abs(p.x) - 1.36, p.y - 1.2, p.z);
  float handles = length(vec2(length(h.xz) - 0.2, h.y)) - 0.06;
  float lid = max(ball(p - vec3(0, 1.28, 0), vec3(1.2, 0.3, 1.2)), 1.26 - p.y);
  float knob = min(cylinder(p - vec3(0, 1.62, 0), 0.07, 0.1, 0.02), ball(p - vec3(0, 1.76, 0), vec3(0.17, 0.1, 0.17)));
  return min(min(min(body, rim), min(handles, lid)), knob) * size * 0.8;
}

vec2 map(vec3 p) {
  vec2 d = nearer(vec2(p.y + 0.02 * noise(p.xz * 3.0), 1.0), vec2(p.z + 3.6, 2.0));
  float pots = pot(p - vec3(-1.35, 0, -0.5), 1.05);
  vec3 q = p - vec3(1.25, 0, -0.1);
  q.xz = turn(40.0) * q.xz;
  pots = min(pots, pot(q, 0.8));
  q = p - vec3(0.15, 0, 1.2);
  q.xz = turn(-25.0) * q.xz;
  pots = min(pots, pot(q, 0.55));
  return nearer(d, vec2(pots, 3.0));
}

Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return cement(p.xz, vec3(0.42, 0.24, 0.14));
  if (id < 2.5) {
    vec2 block = vec2(p.x / 1.6 + 0.5 * step(1.0, mod(floor(p.y / 0.8), 2.0)), p.y / 0.8);
    vec2 within = abs(fract(block) - 0.5);
    float joint = smoothstep(0.44, 0.48, max(within.x, within.y));
    return cement(p.xy, mix(vec3(0.42, 0.4, 0.37), vec3(0.28, 0.27, 0.25), joint));
  }
  float brushed = noise(vec2(atan(p.x, p.z) * 3.0, p.y * 60.0));
  return Material(vec3(0.5, 0.5, 0.49) * (0.85 + 0.2 * brushed), 0.6, 0.12, 0.0);
}
