import { expect, test } from 'vitest'
import { secretbox, secretboxWith } from '../../src/domain/writing/push/secretbox'

const bytes = (hex: string) => new Uint8Array(Buffer.from(hex, 'hex'))

// The example of NaCl, from "Cryptography in NaCl", section 10.
const KEY = bytes('1b27556473e985d462cd51197a9a46c76009549eac6474f206c4ee0844f68389')
const NONCE = bytes('69696ee955b62b73cd62bda875fc73d68219e0036b7a0b37')
const PLAIN = bytes(
  'be075fc53c81f2d5cf141316ebeb0c7b5228c52a4c62cbd44b66849b64244ffce5ecbaaf33bd751a1ac728d45e6c61296cdc3c01233561f41db66cce' +
    '314adb310e3be8250c46f06dceea3a7fa1348057e2f6556ad6b1318a024a838f21af1fde048977eb48f59ffd4924ca1c60902e52f0a089bc76897040' +
    'e082f937763848645e0705',
)
const SEALED =
  'f3ffc7703f9400e52a7dfb4b3d3305d98e993b9f48681273c29650ba32fc76ce48332ea7164d96a4476fb8c531a1186ac0dfc17c98dce87b4da7f011' +
  'ec48c97271d2c20f9b928fe2270d6fb863d51738b48eeee314a7cc8ab932164548e526ae90224368517acfeabd6bb3732bc0e9da99832b61ca01b6de' +
  '56244a9e88d5f9b37973f622a43d14a6599b1f654cb45a74e355a5'

test('a text is encrypted as NaCl does', () => {
  expect(Buffer.from(secretboxWith(KEY, NONCE, PLAIN)).toString('hex')).toBe(SEALED)
})

test('each text has a nonce of its own, before the tag and the ciphertext', () => {
  const [first, second] = [secretbox(KEY, 'Tea?'), secretbox(KEY, 'Tea?')]
  expect([first.length, Buffer.from(first).equals(second)]).toEqual([24 + 16 + 4, false])
  const again = secretboxWith(KEY, first.subarray(0, 24), new TextEncoder().encode('Tea?'))
  expect(Buffer.from(first.subarray(24)).equals(again)).toBe(true)
})
