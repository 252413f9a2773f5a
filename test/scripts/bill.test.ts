import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/deploy/files.ts'
import { runs } from './dev-process.ts'

type Bill = {
  metadata: { component: { version: string; hashes: { content: string }[] } }
  components: {
    name: string
    purl: string
    hashes: { alg: string; content: string }[]
    properties: { value: string }[]
  }[]
}

test('the bill of materials has the packages whose code is deployed, and no other', async () => {
  const program = runs(['scripts/bill.ts'], { PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env.PATH}` })
  await program.ended
  const { metadata, components }: Bill = JSON.parse(program.results())
  const { version, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  expect(metadata.component).toMatchObject({ version, hashes: [{ content: expect.stringMatching(/^[\da-f]{64}$/) }] })
  // What the client contains was compiled for it, so solid-js is for developers.
  expect(components.map(({ name }) => name)).toEqual([...Object.keys(dependencies), 'solid-js'].toSorted())
  expect(components.find(({ name }) => name === 'katex')).toMatchObject({
    purl: `pkg:npm/katex@${dependencies.katex}`,
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[\da-f]{128}$/) }],
    properties: [{ value: 'worker' }, { value: 'client' }],
  })
})
