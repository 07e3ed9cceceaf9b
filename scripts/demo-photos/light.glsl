// The camera's view of a scene.

const float FAR = 80.0;

vec3 surrounds(vec3 direction) {
  vec3 to_lamp = normalize(LAMP);
  float up = direction.y * 0.5 + 0.5;
  vec3 room = AMBIENT * mix(vec3(0.55, 0.5, 0.45), vec3(1.15, 1.15, 1.2), up);
  // The window that gives the light, with its bars.
  vec3 side = normalize(cross(to_lamp, vec3(0, 1, 0)));
  vec3 top = cross(side, to_lamp);
  vec2 at = vec2(dot(direction, side), dot(direction, top)) / max(dot(direction, to_lamp), 0.01);
  float pane = smoothstep(0.46, 0.42, abs(at.x)) * smoothstep(0.36, 0.32, abs(at.y));
  pane *= smoothstep(0.01, 0.025, abs(at.x)) * step(0.0, dot(direction, to_lamp));
  return room + pane * LAMP_COLOUR * PANE;
}

float march(vec3 from, vec3 direction, float far, int steps) {
  float far_as = 0.02;
  for (int i = 0; i < steps; i++) {
    float d = map(from + direction * far_as).x;
    if (d < 0.0006 * far_as + 0.0003) return far_as;
    far_as += d;
    if (far_as > far) return FAR;
  }
  return far_as;
}

vec3 normal(vec3 p) {
  vec2 e = vec2(0.0009, -0.0009);
  return normalize(e.xyy * map(p + e.xyy).x + e.yyx * map(p + e.yyx).x + e.yxy * map(p + e.yxy).x + e.xxx * map(p + e.xxx).x);
}

float openness(vec3 p, vec3 n) {
  float hidden = 0.0, weight = 1.0;
  float reach = 0.02 + 0.06 * draw(8);
  for (int i = 0; i < 5; i++) {
    hidden += max(reach - map(p + n * reach).x, 0.0) * weight / reach;
    reach *= 2.1;
    weight *= 0.75;
  }
  return clamp(1.0 - hidden * 0.42, 0.0, 1.0);
}

vec3 lit(vec3 p, vec3 n, Material m, bool shadowed) {
  vec3 lamp = LAMP + LAMP_SIZE * (vec3(draw(4), draw(5), draw(6)) - 0.5) * 2.0;
  vec3 to_lamp = lamp - p;
  float far = length(to_lamp);
  to_lamp /= far;
  float facing = max(dot(n, to_lamp), 0.0);
  float light = facing;
  if (shadowed && facing > 0.0) light *= march(p + n * 0.004, to_lamp, min(far, 26.0), 48) >= FAR ? 1.0 : 0.0;
  float open = shadowed ? openness(p, n) : 0.7;
  vec3 around = AMBIENT * mix(vec3(0.5, 0.46, 0.42), vec3(1.0), n.y * 0.5 + 0.5) * open;
  // A shaded corner has its own colour, much like the surface's.
  around *= mix(pow(m.colour, vec3(0.25)), vec3(1.0), open);
  return m.colour * (light * LAMP_COLOUR + around) + m.colour * m.glow;
}

vec3 seen(vec3 from, vec3 direction) {
  float far = march(from, direction, FAR, 140);
  if (far >= FAR) return surrounds(direction);
  vec3 p = from + direction * far;
  vec3 n = normal(p);
  Material m = material(map(p).y, p, n);
  vec3 colour = lit(p, n, m, true);
  float grazing = pow(1.0 - max(dot(n, -direction), 0.0), 5.0);
  float share = m.shine + (1.0 - m.shine) * grazing * (1.0 - m.rough) * 0.7;
  if (m.shine > 0.01) {
    vec3 scatter = vec3(draw(9), draw(10), draw(11)) * 2.0 - 1.0;
    vec3 mirrored = normalize(reflect(direction, n) + scatter * m.rough);
    vec3 other;
    float away = march(p + n * 0.006, mirrored, 30.0, 60);
    if (away >= FAR) other = surrounds(mirrored) * openness(p, n);
    else {
      vec3 q = p + n * 0.006 + mirrored * away;
      vec3 nq = normal(q);
      other = lit(q, nq, material(map(q).y, q, nq), false);
    }
    vec3 tint = m.shine > 0.3 ? m.colour : vec3(1.0);
    colour = mix(colour, other * tint, share);
  }
  return colour;
}

void main() {
  vec3 ahead = normalize(TARGET - EYE);
  vec3 right = normalize(cross(ahead, vec3(0, 1, 0)));
  right = normalize(right + cross(right, ahead) * TILT);
  vec3 up = cross(right, ahead);
  vec2 at = (gl_FragCoord.xy + (vec2(draw(0), draw(1)) - 0.5) * 1.3 - size * 0.5) / size.y;
  vec3 direction = normalize(at.x * right + at.y * up + LENS * ahead);
  // A wide lens aperture: much nearer or farther objects are a little soft.
  float angle = draw(2) * 6.2832;
  vec2 lens = sqrt(draw(3)) * APERTURE * vec2(cos(angle), sin(angle));
  vec3 focus = EYE + direction * length(TARGET - EYE) / max(dot(direction, ahead), 0.2);
  vec3 eye = EYE + right * lens.x + up * lens.y;
  outcome = vec4(min(seen(eye, normalize(focus - eye)), vec3(6.0)), 1.0);
}
