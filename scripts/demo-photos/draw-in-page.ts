// Runs in a browser's page: renders a scene by WebGL and returns a PNG data URL.

const VERTEX = `#version 300 es
in vec2 corner;
void main() { gl_Position = vec4(corner, 0.0, 1.0); }`

/** Prefix of each scene. */
const HEAD = `#version 300 es
precision highp float;
uniform vec2 size;
uniform int sampleIndex;
uniform sampler2D label;
out vec4 outcome;
`

/**
 * The mean of all samples, developed like a camera's: bright areas roll off, the edges are a little darker.
 */
const DEVELOP = `#version 300 es
precision highp float;
uniform sampler2D light;
uniform vec2 size;
uniform float samples;
out vec4 outcome;
void main() {
  vec3 c = texelFetch(light, ivec2(gl_FragCoord.xy), 0).rgb / samples;
  vec2 at = gl_FragCoord.xy / size - 0.5;
  c *= 0.78 - 0.35 * dot(at, at);
  c = (c * (2.51 * c + 0.03)) / (c * (2.43 * c + 0.59) + 0.14);
  outcome = vec4(pow(clamp(c, 0.0, 1.0), vec3(1.0 / 2.2)), 1.0);
}`

export interface Order {
  width: number
  height: number
  /** Samples per pixel. */
  samples: number
  sources: string[]
  values: Record<string, string>
  label: string
}

function compile(gl: WebGL2RenderingContext, fragment: string): WebGLProgram {
  const program = gl.createProgram()
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind)
    if (!shader) throw new Error('The browser cannot create a shader.')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(shader) ?? '')
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? '')
  gl.useProgram(program)
  return program
}

async function bindLabel(gl: WebGL2RenderingContext, svg: string): Promise<void> {
  const picture = new Image()
  picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await picture.decode()
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, picture)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE)
}

/** Buffer that sums the samples, which takes more than eight bits per colour. */
function bindLight(gl: WebGL2RenderingContext, { width, height }: Order): void {
  gl.getExtension('EXT_color_buffer_float')
  gl.getExtension('EXT_float_blend')
  const light = gl.createTexture()
  gl.activeTexture(gl.TEXTURE1)
  gl.bindTexture(gl.TEXTURE_2D, light)
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA32F, width, height)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
  gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
  gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer())
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, light, 0)
  gl.activeTexture(gl.TEXTURE0)
}

/** One triangle that covers the whole picture. */
function bindTriangle(gl: WebGL2RenderingContext): void {
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer())
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW)
  gl.enableVertexAttribArray(0)
  gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0)
}

async function drawScene(order: Order): Promise<string> {
  const { width, height, samples, sources, values, label } = order
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  const gl = canvas.getContext('webgl2', { preserveDrawingBuffer: true })
  if (!gl) throw new Error('The browser has no WebGL 2.')
  bindTriangle(gl)
  bindLight(gl, order)
  await bindLabel(gl, label)

  const defines = Object.entries(values).map(([name, value]) => `#define ${name} ${value}\n`)
  const scene = compile(gl, HEAD + defines.join('') + sources.join('\n'))
  gl.uniform2f(gl.getUniformLocation(scene, 'size'), width, height)
  gl.uniform1i(gl.getUniformLocation(scene, 'label'), 0)
  gl.enable(gl.BLEND)
  gl.blendFunc(gl.ONE, gl.ONE)
  for (let index = 0; index < samples; index++) {
    gl.uniform1i(gl.getUniformLocation(scene, 'sampleIndex'), index)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
    gl.finish()
  }

  gl.disable(gl.BLEND)
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  const develop = compile(gl, DEVELOP)
  gl.uniform2f(gl.getUniformLocation(develop, 'size'), width, height)
  gl.uniform1f(gl.getUniformLocation(develop, 'samples'), samples)
  gl.uniform1i(gl.getUniformLocation(develop, 'light'), 1)
  gl.drawArrays(gl.TRIANGLES, 0, 3)
  const picture = canvas.toDataURL('image/png')
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return picture
}

Object.assign(globalThis, { drawScene })
