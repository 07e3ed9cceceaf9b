// A camera, a lamp as large as a window, and objects given by distances: each scene defines its own `map`,
// `material` and the constants EYE, TARGET, LENS (focal length, 1 is wide), LAMP (position), LAMP_SIZE,
// LAMP_COLOUR, AMBIENT.

struct Material {
  vec3 colour;
  /** Share of light reflected straight back: 0.04 for plastic and glass, 0.6 and more for metal. */
  float shine;
  /** 0 is a mirror. */
  float rough;
  /** Own light, for example of a screen. */
  float glow;
};

/** Steps that spread the samples evenly in one, two or three dimensions. */
const float STEPS[12] = float[](0.7549, 0.5698, 0.7549, 0.5698, 0.8192, 0.6711, 0.5497, 0.618, 0.618, 0.8192, 0.6711, 0.5497);

/** A number from 0 to 1, different for each purpose; all pixels share those of the first two. */
float draw(int purpose) {
  vec3 p = fract(vec3(gl_FragCoord.xy, float(purpose) * 7.31) * vec3(0.1031, 0.1030, 0.0973));
  p += dot(p, p.yxz + 33.33);
  float start = purpose < 2 ? 0.5 : fract((p.x + p.y) * p.z);
  return fract(start + float(sampleIndex) * STEPS[purpose]);
}

// --- Shapes

float box(vec3 p, vec3 half_size, float radius) {
  vec3 q = abs(p) - half_size + radius;
  return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0) - radius;
}
float square(vec2 p, vec2 half_size, float radius) {
  vec2 q = abs(p) - half_size + radius;
  return length(max(q, 0.0)) + min(max(q.x, q.y), 0.0) - radius;
}
/** A flat outline with `depth` on both sides and rounded edges. */
float thick(float outline, float along, float depth, float radius) {
  vec2 q = vec2(outline, abs(along) - depth) + radius;
  return min(max(q.x, q.y), 0.0) + length(max(q, 0.0)) - radius;
}
/** An upright cylinder. */
float cylinder(vec3 p, float radius, float half_height, float edge) {
  return thick(length(p.xz) - radius, p.y, half_height, edge);
}
float cone(vec3 p, float below, float above, float half_height, float edge) {
  float at = clamp(p.y / half_height * 0.5 + 0.5, 0.0, 1.0);
  return thick(length(p.xz) - mix(below, above, at), p.y, half_height, edge) * 0.85;
}
float ring(vec3 p, float radius, float thickness) {
  return length(vec2(length(p.xz) - radius, p.y)) - thickness;
}
float rod(vec3 p, vec3 from, vec3 to, float radius) {
  vec3 along = to - from;
  return length(p - from - along * clamp(dot(p - from, along) / dot(along, along), 0.0, 1.0)) - radius;
}
float ball(vec3 p, vec3 radii) {
  float a = length(p / radii);
  return a * (a - 1.0) / max(length(p / (radii * radii)), 1e-4);
}
float melt(float a, float b, float k) {
  float h = max(k - abs(a - b), 0.0) / k;
  return min(a, b) - h * h * k * 0.25;
}
mat2 turn(float degrees) {
  float a = radians(degrees);
  return mat2(cos(a), sin(a), -sin(a), cos(a));
}
vec2 nearer(vec2 a, vec2 b) {
  return a.x < b.x ? a : b;
}

// --- Surfaces

float hash(vec2 p) {
  vec3 q = fract(vec3(p.xyx) * 0.1031);
  q += dot(q, q.yzx + 33.33);
  return fract((q.x + q.y) * q.z);
}
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x), mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
float cloud(vec2 p) {
  return 0.5 * noise(p) + 0.25 * noise(p * 2.03 + 7.1) + 0.125 * noise(p * 4.1 + 3.7) + 0.0625 * noise(p * 8.3);
}
Material either(bool first, Material one, Material other) {
  if (first) return one;
  return other;
}
Material dull(vec3 colour) {
  return Material(colour, 0.02, 0.5, 0.0);
}
Material plastic(vec3 colour) {
  return Material(colour, 0.04, 0.12, 0.0);
}
Material glossy(vec3 colour) {
  return Material(colour, 0.05, 0.02, 0.0);
}
Material metal(vec3 colour) {
  return Material(colour, 0.55, 0.1, 0.0);
}
/** Boards along x. */
Material planks(vec2 at, vec3 light, vec3 dark, float width) {
  float board = floor(at.y / width);
  float within = fract(at.y / width);
  float tone = hash(vec2(board, floor((at.x + hash(vec2(board, 3.0)) * 9.0) / 9.0)));
  float grain = cloud(vec2(at.x * 0.7 + board * 17.0, at.y * 9.0 / width * 0.5));
  float line = smoothstep(0.0, 0.035, min(within, 1.0 - within));
  vec3 colour = mix(dark, light, clamp(0.25 + 0.5 * tone + (grain - 0.45) * 0.9, 0.0, 1.0));
  return Material(colour * mix(0.45, 1.0, line), 0.03, 0.22, 0.0);
}
Material tiles(vec2 at, vec3 colour, float width) {
  vec2 within = abs(fract(at / width) - 0.5);
  float joint = smoothstep(0.488, 0.494, max(within.x, within.y));
  float tone = hash(floor(at / width)) * 0.06 + (cloud(at * 1.3) - 0.45) * 0.12;
  return Material(mix(colour * (1.0 + tone), colour * 0.55, joint), 0.05, mix(0.05, 0.4, joint), 0.0);
}
Material terrazzo(vec2 at, vec3 ground) {
  vec3 colour = ground * (0.94 + 0.12 * cloud(at * 0.6));
  for (int layer = 0; layer < 2; layer++) {
    vec2 p = at * (layer == 0 ? 5.0 : 9.0) + float(layer) * 3.3;
    vec2 cell = floor(p);
    vec2 middle = vec2(hash(cell + 1.7), hash(cell + 5.1)) * 0.6 + 0.2;
    vec2 d = (fract(p) - middle) * turn(hash(cell) * 180.0);
    float stone = smoothstep(0.22, 0.18, length(d * vec2(1.0, 1.5)) + hash(cell + 9.0) * 0.12);
    vec3 tint = mix(vec3(0.25, 0.22, 0.2), vec3(0.95, 0.92, 0.86), step(0.45, hash(cell + 2.0)));
    colour = mix(colour, tint, stone * 0.75);
  }
  return Material(colour, 0.05, 0.1, 0.0);
}
Material cement(vec2 at, vec3 colour) {
  return dull(colour * (0.82 + 0.4 * cloud(at * 0.9) * (0.7 + 0.6 * noise(at * 14.0))));
}
/** Walls are painted in two colours, the lower one for hands and feet. */
Material wall(vec2 at, vec3 below, vec3 above, float height) {
  vec3 paint = mix(below, above, smoothstep(-0.02, 0.02, at.y - height));
  return dull(paint * (0.95 + 0.1 * cloud(at * 0.5)) * (0.985 + 0.03 * noise(at * 22.0)));
}
Material woven(vec2 at, vec3 colour) {
  vec2 p = at * 30.0;
  float thread = 0.5 + 0.5 * sin(p.x) * sin(p.y);
  return Material(colour * (0.85 + 0.2 * thread + 0.12 * (cloud(at * 2.0) - 0.45)), 0.0, 1.0, 0.0);
}
/** The left or right half of the drawing's label (0 or 1), on a rectangle from 0,0 to 1,1 of the surface. */
vec4 printed(vec2 at, int part) {
  if (clamp(at, 0.0, 1.0) != at) return vec4(0.0);
  vec4 ink = textureLod(label, vec2((at.x + float(part)) * 0.5, 1.0 - at.y), 0.0);
  return vec4(pow(ink.rgb, vec3(2.2)), ink.a);
}
