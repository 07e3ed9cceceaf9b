// Two phones, or one, on a table: one shows its back, the other its face. A unit is a decimetre.

// Each phone defines: BODY_SIZE, GROUND, BACK (colour), SHEEN, FACE_AT, BACK_AT (vec3: x, z, degrees), MODULE
// (vec4: centre, half size), MODULE_EDGE, LENSES (count), LENS_AT(i), LENS_SIZE, HAS_FACE.

const vec3 BODY = BODY_SIZE;
const vec3 TARGET = vec3(0.0, 0.0, 0.06);

vec3 placed(vec3 p, vec3 at) {
  p -= vec3(at.x, BODY.y, at.y);
  p.xz = turn(at.z) * p.xz;
  return p;
}
float body(vec3 p) {
  return thick(square(p.xz, BODY.xz, CORNER), p.y, BODY.y, 0.022);
}

vec2 map(vec3 p) {
  vec2 d = vec2(p.y, 1.0);
  vec3 b = placed(p, BACK_AT);
  if (box(b, BODY + 0.05, 0.05) < 0.1) {
    d = nearer(d, vec2(body(b), 2.0));
    float plate = thick(square(b.xz - MODULE.xy, MODULE.zw, MODULE_EDGE), b.y - BODY.y, MODULE_HIGH, 0.008);
    d = nearer(d, vec2(plate, 3.0));
    for (int i = 0; i < LENSES; i++) {
      vec3 q = b - vec3(LENS_AT(i).x, BODY.y + MODULE_HIGH, LENS_AT(i).y);
      float eye = cylinder(q, LENS_SIZE, 0.018, 0.006);
      eye = max(eye, -cylinder(q - vec3(0, 0.018, 0), LENS_SIZE * 0.78, 0.008, 0.0));
      d = nearer(d, vec2(eye, 4.0 + float(i) * 0.1));
    }
    vec3 f = b - vec3(FLASH_AT.x, BODY.y + MODULE_HIGH, FLASH_AT.y);
    d = nearer(d, vec2(cylinder(f, 0.028, 0.006, 0.004), 5.0));
  } else d = nearer(d, vec2(box(b, BODY + 0.05, 0.05), 2.0));
#if HAS_FACE
  vec3 a = placed(p, FACE_AT);
  d = nearer(d, vec2(body(a), 6.0));
#endif
  return d;
}

Material material(float id, vec3 p, vec3 n) {
  if (id < 1.5) return GROUND;
  if (id < 2.5) {
    vec3 b = placed(p, BACK_AT);
    if (n.y < 0.5) return metal(FRAME);
    vec4 ink = printed(vec2(b.x / BODY.x, -b.z / BODY.z) * 0.5 + 0.5, 1);
    float streak = 0.9 + 0.2 * cloud(vec2(b.x * 3.0 + b.z, b.z * 0.8 - b.x) * 2.0);
    return Material(mix(BACK(b) * streak, ink.rgb, ink.a), SHEEN, 0.06, 0.0);
  }
  if (id < 3.5) return Material(PLATE, 0.06, 0.04, 0.0);
  if (id < 4.95) {
    if (n.y > 0.9 && fract(p.y * 1000.0) >= 0.0) {
      int i = int(floor((id - 4.0) * 10.0 + 0.5));
      vec3 b = placed(p, BACK_AT);
      float from_middle = length(b.xz - LENS_AT(i)) / LENS_SIZE;
      if (from_middle < 0.8) {
        vec3 glass = mix(vec3(0.004, 0.006, 0.012), vec3(0.02, 0.022, 0.03), step(0.45, from_middle));
        glass = mix(vec3(0.02, 0.03, 0.09), glass, smoothstep(0.1, 0.24, from_middle));
        return Material(glass, 0.09, 0.01, 0.0);
      }
    }
    return metal(RING);
  }
  if (id < 5.5) return Material(vec3(0.9, 0.85, 0.7), 0.1, 0.1, 0.1);
  vec3 a = placed(p, FACE_AT);
  if (n.y < 0.5) return metal(FRAME);
  vec4 ink = printed(vec2(a.x / BODY.x, -a.z / BODY.z) * 0.5 + 0.5, 0);
  return Material(ink.rgb * 0.55, 0.045, 0.02, ink.a > 0.5 ? 0.9 : 0.0);
}
