import { describe, expect, test } from 'vitest'
import { breachesOf } from '../../src/domain/people/users/breached-passwords'
import { isCommonPassword } from '../../src/domain/people/users/password-rules'
import { hashPassword, isPassword, needsNewHash } from '../../src/domain/people/users/passwords'

describe('isCommonPassword', () => {
  const context = ['Ada Okafor', 'ada.o@acme-labs.example', 'Acme Labs']

  test.for([
    'password',
    'Password1!',
    'p@ssw0rd2026',
    'Passwordpassword',
    'qwertyuiop',
    '1q2w3e4r5t',
    'iloveyouforever',
    'SummerWinter2025!',
    'welcome123456',
    '1234567890',
    '0987654321',
    'aaaaaaaaaaaaaa',
    'abcabcabcabcabc',
    '121212121212',
    'abcdefghijklmnop',
    'Okafor2026!!',
    'ada-acme-labs',
    'AcmeLabs-2026',
    'LetMeIn!LetMeIn!',
    'charliedragon99',
  ])('is true of %s', (password) => {
    expect(isCommonPassword(password, context)).toBe(true)
  })

  test.for([
    'correct horse battery',
    'tangled-violin-moth',
    'kX9#vq2LmZ',
    'my dentist hums Bach',
    'зимняя рыбалка ночью',
    'gdhwzukpqm',
    'okaforina wanders far',
  ])('is false of %s', (password) => {
    expect(isCommonPassword(password, context)).toBe(false)
  })

  test('depends on who chooses it', () => {
    expect(isCommonPassword('winterhalden7', [])).toBe(false)
    expect(isCommonPassword('winterhalden7', ['Zoe Winterhalden'])).toBe(true)
  })
})

describe('a stored password', () => {
  test('names its cost, and counts with the cost of its time', () => {
    const stored = hashPassword('correct horse', 1024)
    expect(stored).toMatch(/^scrypt\$1024\$5\$/)
    expect([isPassword('correct horse', stored, 2048), isPassword('correct house', stored, 2048)]).toEqual([
      true,
      false,
    ])
    expect(needsNewHash(stored, 1024)).toBe(false)
    expect(needsNewHash(stored, 2048)).toBe(true)
  })

  test('is that of scrypt with five rounds', () => {
    expect(
      isPassword(
        'correct horse',
        'scrypt$1024$5$AAECAwQFBgcICQoLDA0ODw==$PvjY6w1pN4yyrefDz+W77s1pAWG4/vsFirTg7Z6MV1Q=',
        1024,
      ),
    ).toBe(true)
  })

  test('of an older version counts, and is due for a new hash', () => {
    // scrypt of `correct horse` with N=1024, r=8, p=1, as earlier versions stored it.
    const stored = 'scrypt$1024$AAECAwQFBgcICQoLDA0ODw==$OLD'
    const old = stored.replace('OLD', OLD_HASH)
    expect([isPassword('correct horse', old, 1024), isPassword('correct house', old, 1024)]).toEqual([true, false])
    expect(needsNewHash(old, 1024)).toBe(true)
  })

  test('is the same in every Unicode form of the password', () => {
    expect(isPassword('caf\u00e9 noir', hashPassword('cafe\u0301 noir', 1024), 1024)).toBe(true)
  })
})

const OLD_HASH = 'nfkj3u1fRTHCea+fVr03sWV770kp5wLOLoEakziKhqE='

describe('breachesOf', () => {
  const lines = '0018A45C4D1DEF81644B54AB7F969B88D65:3\r\n00D4F6E8FA6EECAD2A3AA415EEC418D38EC:0\r\nmalformed\r\n'

  test.for([
    ['0018A45C4D1DEF81644B54AB7F969B88D65', 3],
    ['00D4F6E8FA6EECAD2A3AA415EEC418D38EC', 0],
    ['FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF', 0],
  ] as const)('of %s is %i: lines that only pad count nothing', ([suffix, count]) => {
    expect(breachesOf(lines, suffix)).toBe(count)
  })
})
