import type { Route } from '../../../src/api/endpoint'
import { MAX_PIXELS } from '../../../src/images/limits'
import { fileOf } from '../../support/files'
import { largePng } from '../../support/large-pictures'
import { newBot, type Cast } from '../../support/realm'
import { untilThumbnail } from '../../support/thumbnails'
import { PIECE_HEADERS, uploadMetadata } from '../../support/tus'
import type { CaseRequest } from '../send'
import type { Attempt, Input } from './input'

/**
 * A picture may take 250 million steps, of ten nanoseconds each. Pictures wait in a queue, and are decoded in slices of ten
 * milliseconds, between which other requests go on.
 */
const QUEUED_MS = 2500
const SIDE = 5000
/** The side of the largest picture that the server decodes. */
const MAX_SIDE_PIXELS = Math.floor(Math.sqrt(MAX_PIXELS))

/** The pictures of which the server accepts most pixels for fewest bytes. */
const pictures = () =>
  new Map([
    ['PNG of one bit, 25 megapixels', largePng(SIDE, { depth: 1, colour: 0, fill: 'alternating' })],
    ['PNG with opacity and a filter, 25 megapixels', largePng(SIDE, { depth: 8, colour: 6, fill: 'filtered' })],
    ['PNG of one bit with noise, 90 megapixels', largePng(MAX_SIDE_PIXELS, { depth: 1, colour: 0, fill: 'noisy' })],
    ['PNG of 16 bits and a filter, 21 megapixels', largePng(4600, { depth: 16, colour: 2, fill: 'filtered' })],
  ])

export function pictureInputs(cast: Cast): Input[] {
  const { ada, dov } = cast
  const files = [...pictures()].map(([name, bytes]) => ({ name, file: fileOf(bytes, 'picture.png', 'image/png') }))
  let count = 0
  // All routes share a decoder, so one of them gets each picture, and the others the one that costs most.
  const input = (
    route: Route,
    fieldsOf: () => Promise<CaseRequest> | CaseRequest,
    sent: readonly (typeof files)[number][] = files.slice(-1),
  ): Input => ({
    route,
    what: 'A picture',
    most: QUEUED_MS,
    attempts: sent.map(({ name, file }) => ({
      name,
      request: async () => ({ ...(await fieldsOf()), files: [file] }),
    })),
  })
  const untilMade: Attempt['rest'] = (answer) => untilThumbnail(ada, JSON.parse(answer))
  const uploads = input('POST /user_uploads', () => ({ sender: ada, fields: {} }))
  return [
    input('POST /users/me/avatar', () => ({ sender: ada, fields: {} }), files),
    input('POST /realm/icon', () => ({ sender: ada, fields: {} })),
    input('POST /realm/logo', () => ({ sender: ada, fields: { night: false } })),
    input('POST /realm/emoji/:emoji_name', () => ({ sender: ada, fields: { emoji_name: `worst${++count}` } })),
    input('POST /bots', () => ({
      sender: dov,
      fields: { full_name: `Worst ${++count}`, short_name: `worst${count}`, bot_type: 1 },
    })),
    input('PATCH /bots/:bot_id', async () => ({
      sender: dov,
      fields: { bot_id: (await newBot(dov, `worst${++count}`)).id },
    })),
    { ...uploads, attempts: uploads.attempts.map((attempt) => ({ ...attempt, rest: untilMade })) },
    {
      route: 'POST /tus',
      what: 'A picture',
      most: QUEUED_MS,
      attempts: files.slice(-1).map(({ name, file }) => ({
        name,
        request: async () => ({
          sender: ada,
          fields: {},
          headers: inOnePiece(file),
          body: new Uint8Array(await file.arrayBuffer()),
        }),
        rest: untilMade,
      })),
    },
  ]
}

const inOnePiece = ({ name, size, type }: File) => ({
  ...PIECE_HEADERS,
  'upload-length': String(size),
  'upload-metadata': uploadMetadata(name, type),
})
