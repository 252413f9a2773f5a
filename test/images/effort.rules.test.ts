import { expect, test } from 'vitest'
import { effortFor } from '../../src/images/effort'
import { randomBelow } from '../support/random-numbers'

const [WIDTH, HEIGHT] = [84, 56]

type Value = (pixel: number) => number

/** Returns a picture with this colour and this opacity. */
function drawn(colour: Value, opacity: Value = () => 255) {
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4)
  for (let pixel = 0; pixel < data.length / 4; pixel++) {
    data.fill(colour(pixel), pixel * 4, pixel * 4 + 3)
    data[pixel * 4 + 3] = opacity(pixel)
  }
  return { width: WIDTH, height: HEIGHT, data }
}

const below = randomBelow(1)
const noise: Value = () => below(256)
const gradient: Value = (pixel) => (pixel % WIDTH) * 3
const photo: Value = (pixel) => gradient(pixel) + below(16)

test.each([
  ['a picture of one colour', drawn(() => 7), { method: 2, alpha_compression: 1 }],
  ['a photo', drawn(photo), { method: 2, alpha_compression: 1 }],
  ['a noisy picture', drawn(noise), { method: 0, alpha_compression: 1 }],
  ['a photo that fades', drawn(photo, gradient), { method: 0, alpha_compression: 1 }],
  ['a photo with a hole', drawn(photo, (pixel) => (pixel % WIDTH < 40 ? 0 : 255)), { method: 0, alpha_compression: 1 }],
  ['a noisy opacity', drawn(gradient, noise), { method: 0, alpha_compression: 0 }],
  ['one translucent pixel, the first', drawn(photo, (pixel) => (pixel === 0 ? 254 : 255)), { method: 0, alpha_compression: 1 }],
])('the encoder spends little effort on what costs much: %s', (_, bitmap, effort) => {
  expect(effortFor(bitmap)).toEqual(effort)
}) // prettier-ignore
