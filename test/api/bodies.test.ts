import { describe, expect, test } from 'vitest'
import { formOf, succeeded, type Person } from '../support/person'
import { emptyRealm, TestRealm } from '../support/realm'
import { credentialsOf, FORM, jsonOf, outcomeOf, sendToWorker, StreamedBody } from '../support/worker'

describe('the body of a request', () => {
  const LIMIT = 1024 * 1024
  const postMessage = (body: BodyInit, headers: Record<string, string> = {}, ada?: Person) =>
    (ada ?? new TestRealm('no-realm')).request('/messages', { method: 'POST', body, headers })

  test('can be multipart/form-data', async () => {
    const { ada } = await emptyRealm()
    const form = new FormData()
    for (const [name, value] of Object.entries({ type: 'direct', to: `[${ada.id}]`, content: 'Grüße\n"&="' }))
      form.set(name, value)
    const { id } = succeeded(await (await postMessage(form, {}, ada)).json())
    expect(succeeded(await ada.get(`/messages/${id}`)).raw_content).toBe('Grüße\n"&="')
  })

  test('has text parameters that are not files', async () => {
    const { ada } = await emptyRealm()
    const form = new FormData()
    form.set('type', 'direct')
    form.set('to', `[${ada.id}]`)
    form.set('content', new File(['x'], 'x.txt'))
    expect(await outcomeOf(await postMessage(form, {}, ada))).toEqual([400, 'content is not a string'])
  })

  test.each<[string, BodyInit, Record<string, string>, string]>([
    [
      'a multipart body without a boundary',
      'a=b',
      { 'content-type': 'multipart/form-data' },
      'The request body could not be read',
    ],
    [
      'a multipart body without parts',
      'a=b',
      { 'content-type': 'multipart/form-data; boundary=x' },
      'The request body could not be read',
    ],
    [
      'a part without an end',
      '--x\r\ncontent-disposition: form-data; name="type"\r\n\r\ndirect',
      { 'content-type': 'multipart/form-data; boundary=x' },
      'The request body could not be read',
    ],
    ['JSON', '{"type":"direct"}', { 'content-type': 'application/json' }, "Missing 'type' argument"],
    ['an invalid type', 'type=smoke', { 'content-type': '; ;;' }, 'Invalid type'],
    ['no type', 'type=smoke', {}, 'Invalid type'],
    [
      'a type in capitals',
      'type=smoke',
      { 'content-type': 'APPLICATION/X-WWW-FORM-URLENCODED; CHARSET=UTF-8' },
      'Invalid type',
    ],
    ['bytes that are not UTF-8', new Uint8Array([0xff, 0xfe, 0x3d, 0xff]), FORM, "Missing 'type' argument"],
    ['invalid escapes', 'type=%zz%', FORM, 'Invalid type'],
    ['an empty body', '', FORM, "Missing 'type' argument"],
    ['a name without a value', 'type', FORM, 'Invalid type'],
    ['a name of a property of all objects', '__proto__=1&constructor=2', FORM, "Missing 'type' argument"],
  ])('is read as far as possible: %s', async (_, body, headers, msg) => {
    const { ada } = await emptyRealm()
    expect(await outcomeOf(await postMessage(body, headers, ada))).toEqual([400, msg])
  })

  test('is checked only after the credentials and the role of the sender', async () => {
    const { realm, ada } = await emptyRealm()
    const invalid = { method: 'POST', body: formOf({ type: 'smoke' }) }
    expect((await ada.request('/messages', invalid)).status).toBe(400)
    expect((await realm.request('/messages', invalid)).status).toBe(401)
    expect((await new TestRealm('no-realm').request('/messages', invalid)).status).toBe(404)
    const dov = await realm.newPerson('dov')
    expect(await dov.post('/users', {})).toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' })
    expect(await ada.post('/users', {})).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING' })
  })

  test('gets replacement characters for invalid UTF-8', async () => {
    const { ada } = await emptyRealm()
    const { id } = succeeded(await (await postMessage(`type=direct&to=[${ada.id}]&content=a%ffb`, FORM, ada)).json())
    expect(succeeded(await ada.get(`/messages/${id}`)).raw_content).toBe('a\ufffdb')
  })

  test('is not read if its Content-Length is above the limit', async () => {
    const { ada } = await emptyRealm()
    const response = await postMessage('x'.repeat(LIMIT + 1), FORM, ada)
    expect(await jsonOf(response)).toEqual({
      status: 413,
      result: 'error',
      msg: `The request is larger than ${LIMIT} bytes`,
      code: 'REQUEST_TOO_LARGE',
      limit: LIMIT,
    })
  })

  test('is read up to the limit if it has no Content-Length', async () => {
    const { ada } = await emptyRealm()
    const body = new StreamedBody()
    expect((await postMessage(body.stream, FORM, ada)).status).toBe(413)
    expect(body.bytesRead).toBeLessThan(LIMIT + 10 * 65_536)
  })

  test('is refused with too many fields', async () => {
    const { ada } = await emptyRealm()
    const response = await postMessage('x=&'.repeat(1000), FORM, ada)
    expect(await outcomeOf(response)).toEqual([400, 'The request has more than 1000 fields'])
    expect(await outcomeOf(await ada.request(`/users/me?${'x&'.repeat(1000)}`))).toEqual([
      400,
      'The request has more than 1000 fields',
    ])
  })

  test('is not read for a sender whose credentials are refused', async () => {
    const { realm, ada } = await emptyRealm()
    const wrongKey = { authorization: `Basic ${btoa(`${ada.email}:${'x'.repeat(32)}`)}` }
    const outcome = async (url: string, path: string, headers: Record<string, string>) => {
      const body = new StreamedBody()
      const request = new Request(`${url}/api/v1${path}`, { method: 'POST', body: body.stream, headers })
      const { status } = await sendToWorker(request, {})
      return [status, body.bytesRead > 0]
    }
    expect(await outcome(realm.url, '/messages', {})).toEqual([401, false])
    expect(await outcome(realm.url, '/messages', { 'content-length': '100' })).toEqual([401, false])
    expect(await outcome(realm.url, '/messages', { authorization: 'Basic ???' })).toEqual([401, false])
    expect(await outcome(realm.url, '/messages', wrongKey)).toEqual([401, false])
    expect(await outcome(realm.url, '/messages', { ...wrongKey, 'content-length': '200000' })).toEqual([401, false])
    expect(await outcome(realm.url, '/realms', { authorization: 'Bearer wrong' })).toEqual([401, false])
    expect(await outcome('http://no-realm.parley.test', '/fetch_api_key', {})).toEqual([404, false])
    expect(await outcome(realm.url, '/messages', credentialsOf(ada))).toEqual([413, true])
    expect(await outcome(realm.url, '/fetch_api_key', {})).toEqual([413, true])
  })

  test('can be as large as the limit', async () => {
    const { ada } = await emptyRealm()
    const response = await postMessage(`type=smoke&x=${'y'.repeat(LIMIT - 13)}`, FORM, ada)
    expect(await outcomeOf(response)).toEqual([400, 'Invalid type'])
  })
})
