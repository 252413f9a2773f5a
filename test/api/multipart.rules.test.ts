import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/errors'
import { readParts } from '../../src/api/multipart'

const encoder = new TextEncoder()

/** Returns a request whose body consists of these chunks. */
function requestOf(pieces: readonly Uint8Array[], type = 'multipart/form-data; boundary=x') {
  const left = [...pieces]
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
  })
  return { body, headers: new Headers({ 'content-type': type }) }
}

type Read = { name: string; filename: string | undefined; type: string; content: string }

async function partsIn(pieces: readonly Uint8Array[], type?: string): Promise<Read[] | string> {
  const read: Read[] = []
  try {
    for await (const { bytes, ...part } of readParts(requestOf(pieces, type))) {
      const decoder = new TextDecoder()
      let content = ''
      for await (const piece of bytes) content += decoder.decode(piece, { stream: true })
      read.push({ ...part, content: content + decoder.decode() })
    }
    return read
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

const FORM = [
  'Words before',
  '--x',
  'Content-Disposition: form-data; name="a"',
  '',
  'one\r\n--y\r\n\r\n',
  '--x ',
  'content-type: text/html; charset=utf-8',
  'content-disposition: form-data; name="f"; filename="b \\"c\\" %22d%22.txt"',
  '',
  '',
  '--x--',
  'and after',
].join('\r\n')

const READ = [
  { name: 'a', filename: undefined, type: '', content: 'one\r\n--y\r\n\r\n' },
  { name: 'f', filename: 'b "c" "d".txt', type: 'text/html; charset=utf-8', content: '' },
]

describe('partsOf', () => {
  test('stops if the headers of a part do not end', async () => {
    const piece = encoder.encode('a: b\r\n'.repeat(200))
    const pieces = Array.from({ length: 100 }, () => piece)
    let read = 0
    const { body, headers } = requestOf([encoder.encode('--x\r\n'), ...pieces])
    const counted = body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          read += bytes.length
          controller.enqueue(bytes)
        },
      }),
    )
    const readAll = async () => {
      for await (const part of readParts({ body: counted, headers })) expect(part).toBeUndefined()
    }
    await expect(readAll()).rejects.toThrow('could not be read')
    expect(read).toBeLessThan(20 * piece.length)
  })

  test('reads a form that is divided into chunks at any place', async () => {
    const whole = encoder.encode(FORM)
    for (let at = 0; at <= whole.length; at++)
      expect(await partsIn([whole.subarray(0, at), whole.subarray(at)]), String(at)).toEqual(READ)
    expect(await partsIn([...whole].map((byte) => Uint8Array.of(byte)))).toEqual(READ)
  })

  test('refuses a form that ends too early, at any place', async () => {
    const whole = encoder.encode(FORM)
    const end = FORM.indexOf('--x--') + '--x--'.length
    for (let at = 0; at < end; at++)
      expect(await partsIn([whole.subarray(0, at)]), String(at)).toBe('The request body could not be read')
    expect(await partsIn([whole.subarray(0, end)])).toEqual(READ)
  })

  const formWith = (disposition: string) => `--x\r\nContent-Disposition: ${disposition}\r\n\r\n\r\n--x--`
  const NAMES: [disposition: string, filename: string | undefined][] = [
    ['form-data; name="f"; filename="a.txt"', 'a.txt'],
    ['form-data; name=f; filename=a.txt', 'a.txt'],
    ['form-data; filename="a.txt"; name="f"', 'a.txt'],
    ['form-data; name="f"; filename=""', ''],
    ['form-data; name="f"', undefined],
    ['form-data; name="f"; filename="naïve.txt"', 'naïve.txt'],
    ['form-data; name="f"; filename="x"; filename*=UTF-8\'\'na%C3%AFve.txt', 'naïve.txt'],
    ['form-data; name="f"; filename="a; name=\\"g\\".txt"', 'a; name="g".txt'],
    ['form-data; name="f"; filename="a%0D%0Ab"', 'a\r\nb'],
  ]
  test.each(NAMES)('reads the name in %s', async (disposition, filename) => {
    const [part] = (await partsIn([encoder.encode(formWith(disposition))])) as Read[]
    expect(part).toMatchObject({ name: 'f', filename })
  })

  const INVALID: [description: string, form: string][] = [
    ['a part without a name', formWith('form-data; filename="a"')],
    ['a part with another disposition', formWith('attachment; name="f"')],
    ['a part without headers', '--x\r\n\r\n\r\n--x--'],
    ['endless headers', `--x\r\n${'a: b\r\n'.repeat(3000)}\r\n--x--`],
    ['very many parts', `${'--x\r\nContent-Disposition: form-data; name="f"\r\n\r\n\r\n'.repeat(101)}--x--`],
    ['a name that is not UTF-8', formWith('form-data; name="f"; filename*=UTF-8\'\'%ff')],
    ['another boundary', formWith('form-data; name="f"').replaceAll('--x', '--y')],
  ]
  test.each(INVALID)('refuses %s', async (_, form) => {
    expect(await partsIn([encoder.encode(form)])).toBe('The request body could not be read')
  })

  test('finds no parts in a body that is not a multipart form', async () => {
    for (const type of [
      '',
      'text/plain',
      'multipart/form-data',
      'multipart/mixed; boundary=x',
      'multipart/form-data; boundary=""',
    ])
      expect(await partsIn([encoder.encode(FORM)], type)).toEqual([])
    expect(await partsIn([encoder.encode(FORM)], 'Multipart/Form-Data; charset=utf-8; Boundary="x"')).toEqual(READ)
  })

  test('skips the content that the caller does not read', async () => {
    const names: string[] = []
    for await (const part of readParts(requestOf([encoder.encode(FORM)]))) names.push(part.name)
    expect(names).toEqual(['a', 'f'])
  })
})
