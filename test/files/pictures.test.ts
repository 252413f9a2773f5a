import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { countFrames } from '../../src/images/frames'
import { MAX_SHRUNK_FILE_BYTES } from '../../src/images/limits'
import { readPicture } from '../../src/images/picture'
import { shrinkPicture } from '../../src/images/shrink'
import { Files, READ_BYTES } from '../../src/store/files'
import { doDueWork, doDueWorkAfter30Days, preventAlarms } from '../support/alarms'
import { advanceClock } from '../support/clock'
import { drawPng, pngOf } from '../support/drawn-pictures'
import { captureConsole } from '../support/faults'
import { breakR2, fileOf, linkTo, storedKeys, uploadFile, visit } from '../support/files'
import { movingGif } from '../support/moving-gif'
import { BASELINE, PLACE, withMetadata } from '../support/photographs'
import { MOVING_GIF, PNG } from '../support/pictures'
import { succeeded, type Person } from '../support/person'
import { receivedBy } from '../support/received-events'
import { freshRealm, type TestRealm } from '../support/realm'
import { createUpload, sendPiece, uploadMetadata } from '../support/tus'
import { pauseThumbnails, thumbnailOf, untilThumbnail } from '../support/thumbnails'

const render = async (person: Person, content: string): Promise<string> =>
  succeeded(await person.post('/messages/render', { content })).rendered

const picture = (bytes = PNG, name = 'dot.png', type = 'image/png') => fileOf(bytes, name, type)
const facts = (type: string, size: string) => `data-original-content-type="${type}" data-original-dimensions="${size}"`

const preview = (url: string, image: string) =>
  `<p><a href="${url}">dot.png</a></p>\n<div class="message_inline_image"><a href="${url}" title="dot.png">${image}</a></div>`

const bytesOf = async (response: Response) => new Uint8Array(await response.arrayBuffer())

describe('the preview of an uploaded picture', () => {
  test('has the size and the type that the first bytes say, and a thumbnail', async () => {
    const { dov } = await freshRealm()
    const file = await uploadFile(dov, picture())
    await untilThumbnail(dov, file)
    const image = `<img ${facts('image/png', '1x1')} src="${thumbnailOf(file)}">`
    expect(await render(dov, linkTo(file))).toBe(preview(file.url, image))
    const { id } = succeeded(await dov.post('/messages', { type: 'direct', to: [dov.id], content: linkTo(file) }))
    expect(succeeded(await dov.get(`/messages/${id}`)).message.content).toBe(preview(file.url, image))
  })

  test('says that a picture moves', async () => {
    const { dov } = await freshRealm()
    const file = await uploadFile(dov, picture(MOVING_GIF, 'dot.gif', 'image/gif'))
    await untilThumbnail(dov, file)
    expect(await render(dov, linkTo(file))).toContain(`<img data-animated="true" ${facts('image/gif', '1x1')} src=`)
  })

  test('has no size if the file is no picture, whatever its name and type say', async () => {
    const { dov } = await freshRealm()
    const file = await uploadFile(dov, fileOf('no picture', 'dot.png', 'image/png'))
    expect(await render(dov, linkTo(file))).not.toContain('data-original')
    const text = await uploadFile(dov, fileOf(PNG, 'dot.png', 'text/plain'))
    expect(await render(dov, linkTo(text))).not.toContain('data-original')
  })

  test('says nothing about a picture that the author cannot see', async () => {
    const { dov, cleo } = await freshRealm()
    const file = await uploadFile(dov, picture())
    expect(await render(dov, linkTo(file))).toContain(facts('image/png', '1x1'))
    expect(await render(cleo, linkTo(file))).not.toContain('data-original')
    succeeded(await dov.post('/messages', { type: 'direct', to: [cleo.id], content: linkTo(file) }))
    expect(await render(cleo, linkTo(file))).toContain(facts('image/png', '1x1'))
  })

  test('has no size if R2 does not return the bytes. The upload succeeds', async () => {
    const { realm, dov } = await freshRealm()
    const mend = breakR2(realm, 'get')
    const file = await uploadFile(dov, picture())
    mend()
    expect(await render(dov, linkTo(file))).not.toContain('data-original')
  })

  test('has its thumbnail after an upload in pieces', async () => {
    const { dov } = await freshRealm()
    const path = await createUpload(dov, PNG.length, uploadMetadata('dot.png', 'image/png'))
    await (await sendPiece(dov, path, 0, PNG.subarray(0, 20))).body?.cancel()
    const file = succeeded(await (await sendPiece(dov, path, 20, PNG.subarray(20))).json())
    await untilThumbnail(dov, file)
    expect(await render(dov, linkTo(file))).toContain(thumbnailOf(file))
  })
})

describe('a message that is sent before the thumbnail is ready', () => {
  test('shows a placeholder of the right size, and then the thumbnail, by an event that is no edit', async () => {
    const { realm, dov, cleo, general } = await freshRealm()
    await preventAlarms(realm)
    const resume = pauseThumbnails(realm)
    const file = await uploadFile(dov, picture(drawPng(1200, 300)))
    const { id } = await dov.sends(general, 'art', linkTo(file))
    const contentFor = async (person: Person) => succeeded(await person.get(`/messages/${id}`)).message
    const size = facts('image/png', '1200x300')
    const placeholder = `<img class="image-loading-placeholder" ${size} src="/static/images/loading/loader-black.svg">`
    expect((await contentFor(cleo)).content).toBe(preview(file.url, placeholder))

    const rendered_content = preview(file.url, `<img ${size} src="${thumbnailOf(file)}">`)
    const received = await receivedBy([dov, cleo], async () => {
      resume()
      await untilThumbnail(dov, file)
      await doDueWork(realm)
    })
    const event = {
      type: 'update_message',
      user_id: null,
      rendering_only: true,
      message_id: id,
      message_ids: [id],
      stream_id: general.stream_id,
      stream_name: 'general',
      content: linkTo(file),
      rendered_content,
      edit_timestamp: expect.any(Number),
    }
    for (const { plain } of received) expect(plain).toContainEqual({ ...event, flags: expect.any(Array) })
    const message = await contentFor(cleo)
    expect(message.content).toBe(rendered_content)
    expect(message.last_edit_timestamp).toBeUndefined()
    expect(succeeded(await cleo.get(`/messages/${id}/history`)).message_history).toHaveLength(1)
  })

  test('keeps the text of an edit that happens meanwhile, and a deleted message stays deleted', async () => {
    const { realm, dov, general } = await freshRealm()
    await preventAlarms(realm)
    const resume = pauseThumbnails(realm)
    const file = await uploadFile(dov, picture())
    const [edited, deleted] = [
      await dov.sends(general, 'art', linkTo(file)),
      await dov.sends(general, 'art', linkTo(file)),
    ]
    succeeded(await dov.patch(`/messages/${edited.id}`, { content: `Look: ${linkTo(file)}` }))
    succeeded(await dov.delete(`/messages/${deleted.id}`))
    resume()
    await untilThumbnail(dov, file)
    await doDueWork(realm)
    const { content } = succeeded(await dov.get(`/messages/${edited.id}`)).message
    expect(content).toContain('Look:')
    expect(content).toContain(thumbnailOf(file))
    expect((await dov.get(`/messages/${deleted.id}`)).code).toBe('BAD_REQUEST')
  })

  test('shows a link instead, if the picture is damaged', async () => {
    const { realm, dov, general } = await freshRealm()
    await preventAlarms(realm)
    const resume = pauseThumbnails(realm)
    const file = await uploadFile(dov, picture(pngOf(9, 9, new Uint8Array(3))))
    const [named, bare] = [await dov.sends(general, 'art', linkTo(file)), await dov.sends(general, 'art', file.url)]
    resume()
    await untilThumbnail(dov, file)
    await doDueWork(realm)
    const contentOf = async ({ id }: { id: number }) => succeeded(await dov.get(`/messages/${id}`)).message.content
    expect(await contentOf(named)).toBe(`<p><a href="${file.url}">dot.png</a></p>\n`)
    expect(await contentOf(bare)).not.toContain('<img')
    expect(await render(dov, linkTo(file))).not.toContain('<img')
  })

  test('shows the picture itself, if the Worker that makes the thumbnail dies. It is not tried again', async () => {
    const { realm, dov, general } = await freshRealm()
    await preventAlarms(realm)
    const resume = pauseThumbnails(realm)
    const file = await uploadFile(dov, picture())
    const { id } = await dov.sends(general, 'art', linkTo(file))
    await advanceClock(realm, 61)
    await doDueWork(realm)
    expect(succeeded(await dov.get(`/messages/${id}`)).message.content).toContain(`src="${thumbnailOf(file)}"`)
    const response = await visit(dov, thumbnailOf(file))
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(await bytesOf(response)).toEqual(PNG)
    resume()
  })
})

describe('GET site:/user_uploads/thumbnail/:realm_id_str/:filename+', () => {
  test('is smaller, upright and without metadata. The file does not change', async () => {
    const { dov } = await freshRealm()
    const photo = withMetadata(BASELINE, 6)
    const [turned, large] = [
      await uploadFile(dov, picture(photo, 'me.jpg', 'image/jpeg')),
      await uploadFile(dov, picture(drawPng(1200, 300))),
    ]
    for (const file of [turned, large]) await untilThumbnail(dov, file)
    const response = await visit(dov, thumbnailOf(turned))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    })
    const bytes = await bytesOf(response)
    expect(readPicture(bytes)).toMatchObject({ content_type: 'image/webp', width: 24, height: 32 })
    expect(new TextDecoder('latin1').decode(bytes)).not.toContain(PLACE)
    expect(readPicture(await bytesOf(await visit(dov, thumbnailOf(large))))).toMatchObject({ width: 840, height: 210 })
    expect(await bytesOf(await visit(dov, turned.url))).toEqual(photo)
    expect(await render(dov, linkTo(turned))).toContain('data-original-dimensions="24x32"')
  })

  test('shows the first frame of a picture that moves, or all of them if the client asks for a form that moves', async () => {
    const { realm, dov } = await freshRealm()
    const frames = [0, 1, 2].map((colour) => ({ pixels: Array.from({ length: 4096 }, () => colour) }))
    const moving = await uploadFile(dov, picture(movingGif(64, 64, frames), 'dot.gif', 'image/gif'))
    const tiny = await uploadFile(dov, picture(MOVING_GIF, 'dot.gif', 'image/gif'))
    const still = await uploadFile(dov, picture())
    await untilThumbnail(dov, moving)
    const thumbnail = await visit(dov, thumbnailOf(moving).replace('840x560.webp', '840x560-anim.webp'))
    const webp = await uploadFile(dov, picture(await bytesOf(thumbnail), 'dot.webp', 'image/webp'))
    for (const file of [tiny, still, webp]) await untilThumbnail(dov, file)
    const answerFor = async (file: typeof moving, name: string) => {
      const bytes = await bytesOf(await visit(dov, thumbnailOf(file).replace('840x560.webp', name)))
      return `${readPicture(bytes)?.content_type} ${countFrames(bytes)}`
    }
    expect(await answerFor(moving, '300x200.webp')).toBe('image/webp 1')
    expect(await answerFor(moving, '840x560-anim.webp')).toBe('image/webp 3')
    expect(await answerFor(tiny, '840x560-anim.webp')).toBe('image/gif 2') // it would not become smaller
    expect(await answerFor(still, '840x560-anim.webp')).toBe('image/webp 1')
    expect(await answerFor(webp, '840x560.webp')).toBe('image/webp 1')
    expect(await answerFor(webp, '840x560-anim.webp')).toBe('image/webp 3') // the file itself
    expect((await storedKeys(realm)).filter((key) => key.endsWith('.animation'))).toHaveLength(1)
    const { attachments } = succeeded(await dov.get('/attachments'))
    for (const { id } of attachments) succeeded(await dov.delete(`/attachments/${id}`))
    await doDueWorkAfter30Days(realm)
    expect(await storedKeys(realm)).toEqual([])
  })

  test('is only for users who can read the file', async () => {
    const { realm, dov, cleo } = await freshRealm()
    const file = await uploadFile(dov, picture())
    await untilThumbnail(dov, file)
    const statusFor = async (visitor: Person | TestRealm) => {
      const response = await visit(visitor, thumbnailOf(file))
      await response.body?.cancel()
      return response.status
    }
    expect([await statusFor(dov), await statusFor(cleo), await statusFor(realm)]).toEqual([200, 403, 403])
    succeeded(await dov.post('/messages', { type: 'direct', to: [cleo.id], content: linkTo(file) }))
    expect(await statusFor(cleo)).toBe(200)
  })

  test('is deleted with the file', async () => {
    const { realm, dov } = await freshRealm()
    await preventAlarms(realm)
    const file = await uploadFile(dov, picture())
    await untilThumbnail(dov, file)
    expect(await storedKeys(realm)).toHaveLength(2)
    const { attachments } = succeeded(await dov.get('/attachments'))
    succeeded(await dov.delete(`/attachments/${attachments[0].id}`))
    await doDueWorkAfter30Days(realm)
    expect(await storedKeys(realm)).toEqual([])
  })

  test('of a picture that says it is huge: there is none, nothing is decoded, and messages do not show it', async () => {
    const { dov } = await freshRealm()
    const bomb = pngOf(20_000, 20_000, new Uint8Array(100))
    const file = await uploadFile(dov, picture(bomb))
    expect(await render(dov, linkTo(file))).not.toContain('<img')
    const response = await visit(dov, thumbnailOf(file))
    expect(response.status).toBe(404)
    await response.body?.cancel()
  })
})

describe('GET site:/static/images/loading/loader-black.svg', () => {
  test('is a picture without a script', async () => {
    const { realm } = await freshRealm()
    const response = await visit(realm, '/static/images/loading/loader-black.svg')
    expect(response.headers.get('content-type')).toBe('image/svg+xml')
    expect(await response.text()).not.toContain('script')
  })
})

describe('a picture within the text: ![alt](…)', () => {
  const image = (file: { url: string }, size: string, rest: string, names = 'inline-image') =>
    `<img alt="a &lt;dot&gt;" class="${names}" ${facts('image/png', size)} data-original-src="${file.url}" src="${rest}">`

  test('shows an uploaded picture in any block, first as a placeholder', async () => {
    const { realm, dov, cleo, general } = await freshRealm()
    await preventAlarms(realm)
    const resume = pauseThumbnails(realm)
    const file = await uploadFile(dov, picture(drawPng(1200, 300)))
    const { id } = await dov.sends(general, 'art', `> see ![a <dot>](${file.url})\n\n* here`)
    const html = async () => succeeded(await cleo.get(`/messages/${id}`)).message.content
    const quote = (img: string) => `<blockquote>\n<p>see ${img}</p>\n</blockquote>\n<ul>\n<li>here</li>\n</ul>`
    const spinner = '/static/images/loading/loader-black.svg'
    const pending = image(file, '1200x300', spinner, 'inline-image image-loading-placeholder')
    expect(await html()).toBe(quote(pending))
    const [events] = await receivedBy([cleo], async () => {
      resume()
      await untilThumbnail(dov, file)
      await doDueWork(realm)
    })
    expect(events!.able.at(-1)).toMatchObject({ type: 'update_message', rendering_only: true, message_id: id })
    expect(await html()).toBe(quote(image(file, '1200x300', thumbnailOf(file))))
    // Its readers may read the file, and it is found as a picture.
    expect((await visit(cleo, file.url)).status).toBe(200)
    const narrow = [{ operator: 'has', operand: 'image' }]
    const found = succeeded(await cleo.get('/messages', { narrow, anchor: 'newest', num_before: 9, num_after: 0 }))
    expect(found.messages.map((message: { id: number }) => message.id)).toEqual([id])
  })

  test('is a link if the file is no picture, or one that the author cannot see, and text for other sites', async () => {
    const { dov, cleo } = await freshRealm()
    const sound = await uploadFile(dov, fileOf('sound', 'a.mp3', 'audio/mpeg'))
    expect(await render(dov, `![song](${sound.url})`)).toBe(`<p><a href="${sound.url}">song</a></p>`)
    const file = await uploadFile(dov, picture())
    expect(await render(cleo, `![dot](${file.url})`)).toBe(`<p><a href="${file.url}">dot</a></p>`)
    expect(await render(dov, '![dot](b.c)')).toBe('<p>![dot](b.c)</p>')
  })
})

describe('GET /thumbnail/status/:realm_id_str/:filename+', () => {
  test('a reader of the file learns when its thumbnail is ready', async () => {
    const { realm, cleo, dov } = await freshRealm()
    const resume = pauseThumbnails(realm)
    const file = await uploadFile(dov, picture())
    const path = file.url.replace('/user_uploads/', '/thumbnail/status/')
    expect(succeeded(await dov.get(path)).has_thumbnail).toBe(false)
    resume()
    await untilThumbnail(dov, file)
    expect(succeeded(await dov.get(path)).has_thumbnail).toBe(true)
    expect(await cleo.get(path)).toMatchObject({ result: 'error' })
    succeeded(await dov.post('/messages', { type: 'direct', to: [cleo.id], content: linkTo(file) }))
    expect(succeeded(await cleo.get(path)).has_thumbnail).toBe(true)
    expect(await dov.get(`${path}x`)).toMatchObject({ result: 'error' })
  })
})

const noPause = () => Promise.resolve()

test('of a file that is too large for a thumbnail, no byte is read: it can be larger than the memory of a Worker', async () => {
  const files = new Files(env.FILES, 'large-pictures')
  await files.put('picture', PNG, 'image/png')
  expect(await files.readUpTo('picture', PNG.length - 1, noPause)).toBeUndefined()
  expect(await files.readUpTo('picture', PNG.length, noPause)).toEqual(PNG)
  expect(await files.readUpTo('nothing', 0, noPause)).toEqual(new Uint8Array())
  const shrinkUpTo = (largest: number) =>
    shrinkPicture({
      account: 'ada',
      load: (most, pause) => files.readUpTo('picture', Math.min(most, largest), pause),
      largest: { box: { width: 1, height: 1 } },
    })
  expect((await shrinkUpTo(MAX_SHRUNK_FILE_BYTES)).results).toHaveLength(1)
  await expect(shrinkUpTo(PNG.length - 1)).rejects.toMatchObject({ problem: 'too large' })
})

test('R2 is not asked for a name that it refuses: there is no such file', async () => {
  const files = new Files(env.FILES, 'large-pictures')
  const lines = captureConsole('error')
  files.begin('€'.repeat(400))
  expect(await files.get('€'.repeat(400))).toBeUndefined()
  expect(await files.get('lone \uD800')).toBeUndefined()
  expect(await files.get('nothing')).toBeUndefined()
  expect(lines).toEqual([])
})

test('a large file is read in parts, and other requests are served between them', async () => {
  const files = new Files(env.FILES, 'large-pictures')
  const bytes = Uint8Array.from({ length: 2 * READ_BYTES + 5 }, (_, at) => at >> 8)
  await files.put('parts', bytes, 'image/png')
  let pauses = 0
  const read = await files.readUpTo('parts', bytes.length, async () => {
    pauses++
  })
  expect(Buffer.compare(read!, bytes)).toBe(0)
  expect(pauses).toBe(2)
})
