import { describe, expect, test } from 'vitest'
import { breakR2, fileOf, linkTo, uploadFile } from '../support/files'
import { PNG } from '../support/pictures'
import { succeeded, type Person } from '../support/person'
import { freshRealm } from '../support/realm'
import { createUpload, sendPiece, uploadMetadata } from '../support/tus'

const render = async (person: Person, content: string): Promise<string> =>
  succeeded(await person.post('/messages/render', { content })).rendered

const picture = () => fileOf(PNG, 'dot.png', 'image/png')
const DIMENSIONS = 'data-original-content-type="image/png" data-original-dimensions="1x1"'

describe('the preview of an uploaded picture', () => {
  test('has the size and the type that the first bytes say', async () => {
    const { dov } = await freshRealm()
    const file = await uploadFile(dov, picture())
    const thumbnail = `/thumbnail?url=${encodeURIComponent(file.url.slice(1))}&amp;size=`
    expect(await render(dov, linkTo(file))).toBe(
      `<p><a href="${file.url}">dot.png</a></p>\n<div class="message_inline_image"><a href="${file.url}" title="dot.png">` +
        `<img ${DIMENSIONS} data-src-fullsize="${thumbnail}full" src="${thumbnail}thumbnail"></a></div>`,
    )
    const { id } = succeeded(await dov.post('/messages', { type: 'direct', to: [dov.id], content: linkTo(file) }))
    const { message } = succeeded(await dov.get(`/messages/${id}`))
    expect(message.content).toContain(DIMENSIONS)
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
    expect(await render(dov, linkTo(file))).toContain(DIMENSIONS)
    expect(await render(cleo, linkTo(file))).not.toContain('data-original')
    succeeded(await dov.post('/messages', { type: 'direct', to: [cleo.id], content: linkTo(file) }))
    expect(await render(cleo, linkTo(file))).toContain(DIMENSIONS)
  })

  test('has no size if R2 does not return the bytes. The upload succeeds', async () => {
    const { realm, dov } = await freshRealm()
    const mend = breakR2(realm, 'get')
    const file = await uploadFile(dov, picture())
    mend()
    expect(await render(dov, linkTo(file))).not.toContain('data-original')
  })

  test('has its size after an upload in pieces', async () => {
    const { dov } = await freshRealm()
    const path = await createUpload(dov, PNG.length, uploadMetadata('dot.png', 'image/png'))
    await (await sendPiece(dov, path, 0, PNG.subarray(0, 20))).body?.cancel()
    const file = succeeded(await (await sendPiece(dov, path, 20, PNG.subarray(20))).json())
    expect(await render(dov, linkTo(file))).toContain(DIMENSIONS)
  })
})
