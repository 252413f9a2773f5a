import { describe, expect, test } from 'vitest'
import type { Example } from '../../../src/api/documentation/examples'
import { snippetsOf } from '../../../src/api/documentation/snippets/snippets'
import type { AnyEndpoint } from '../../../src/api/endpoint'
import { boolean, ids, inHeader, integer, optional, shortText } from '../../../src/api/params'
import { bareEndpoint } from '../../support/bare-declarations'

const needing = (needs: AnyEndpoint['caller']['needs']) => ({
  caller: { describes: 'any user', needs, errors: [], refusal: () => undefined },
})

const snippets = (endpoint: Parameters<typeof bareEndpoint>[0], example: Partial<Example>) =>
  snippetsOf(bareEndpoint({ ...needing('account'), ...endpoint }), { status: 200, answer: {}, ...example })

describe('an example request', () => {
  test('with a form', () => {
    const { curl, JavaScript, Python } = snippets(
      { route: 'POST /wishes', params: { name: shortText(), ids: ids(9), loud: optional(boolean()) } },
      { fields: { name: "Ada's wish", ids: '[1,2]', loud: 'true' } },
    )
    expect(curl).toBe(
      [
        'curl -sS -X POST https://chat.example.com/api/v1/wishes \\',
        "    -u 'ada@example.com:API_KEY' \\",
        "    --data-urlencode 'name=Ada'\\''s wish' \\",
        "    --data-urlencode 'ids=[1,2]' \\",
        "    --data-urlencode 'loud=true'",
      ].join('\n'),
    )
    expect(JavaScript).toBe(
      [
        "const response = await fetch('https://chat.example.com/api/v1/wishes', {",
        "  method: 'POST',",
        "  headers: { Authorization: `Basic ${btoa('ada@example.com:API_KEY')}` },",
        '  body: new URLSearchParams({',
        "    name: 'Ada\\'s wish',",
        '    ids: JSON.stringify([1,2]),',
        "    loud: 'true',",
        '  }),',
        '})',
        'console.log(await response.json())',
      ].join('\n'),
    )
    expect(Python).toBe(
      [
        'import json',
        '',
        'import requests',
        '',
        'response = requests.post(',
        '    "https://chat.example.com/api/v1/wishes",',
        '    auth=("ada@example.com", "API_KEY"),',
        '    data={"name": "Ada\'s wish", "ids": json.dumps([1, 2]), "loud": "true"},',
        ')',
        'print(response.json())',
      ].join('\n'),
    )
  })

  test('with a path and a query', () => {
    const { curl, JavaScript, Python } = snippets(
      { route: 'GET /wishes/:wish_id', params: { wish_id: integer(), name: shortText() }, ...needing('none') },
      { path: { wish_id: '5' }, fields: { name: 'a b' } },
    )
    expect(curl).toBe("curl -sSG https://chat.example.com/api/v1/wishes/5 \\\n    --data-urlencode 'name=a b'")
    expect(JavaScript).toContain("const query = new URLSearchParams({ name: 'a b' })")
    expect(JavaScript).toContain('await fetch(`https://chat.example.com/api/v1/wishes/5?${query}`)')
    expect(Python).toContain('params={"name": "a b"}')
    expect(Python).not.toContain('auth=')
  })

  test('with a file', () => {
    const { curl, JavaScript, Python } = snippets({ route: 'POST /wishes' }, { files: { picture: 'cat.png' } })
    expect(curl).toContain("-F 'picture=@cat.png'")
    expect(JavaScript).toContain("form.append('picture', file, 'cat.png')\n")
    expect(JavaScript).toContain('body: form')
    expect(Python).toContain('files={"picture": open("cat.png", "rb")}')
  })

  test('with bytes and headers, answered without JSON', () => {
    const { curl, JavaScript, Python } = snippets(
      {
        route: 'PATCH /tus/:upload_id',
        params: { 'Upload-Offset': inHeader(integer()) },
        streams: 'bytes of a file',
      },
      {
        path: { upload_id: 'x' },
        headers: { 'Upload-Offset': '0' },
        body: 'application/octet-stream',
        answer: undefined,
      },
    )
    expect(curl).toContain("-H 'Upload-Offset: 0' \\\n    --data-binary @part.bin")
    expect(JavaScript).toContain("'Upload-Offset': '0'")
    expect(JavaScript).toMatch(/body: part \/\/ a Blob,?\n\}\)\nconsole\.log\(response\.status\)/)
    expect(Python).toContain('data=open("part.bin", "rb")')
  })

  test('with the secret of the deployment', () => {
    const { curl, JavaScript, Python } = snippets({ route: 'POST /realms', ...needing('deployment') }, {})
    for (const code of [curl, JavaScript, Python]) expect(code).toContain('Bearer DEPLOYMENT_SECRET')
  })

  test('with values that Python writes in another way', () => {
    const { Python } = snippets(
      { route: 'POST /wishes', params: { ids: ids(9) } },
      { fields: { ids: '[true,null,{"a":"b"}]' } },
    )
    expect(Python).toContain('json.dumps([True, None, {"a": "b"}])')
  })
})
