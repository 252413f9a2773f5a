import { env } from 'cloudflare:workers'
import { describe, expect, test } from 'vitest'
import { decrypt, encrypt, encryptionKeyOf } from '../../src/store/encryption'
import { doDueWork } from '../support/alarms'
import { refusal, SUCCESS } from '../support/answers'
import { emptyRealm, type TestRealm } from '../support/realm'
import { realmWithVariables } from '../support/realm-with-variables'
import { executeSql, selectRows } from '../support/tables'

const [OLD, NEW] = ['the old secret that has many characters', 'the new secret that has many characters']
const ROTATED = { ENCRYPTION_SECRET: NEW, PREVIOUS_ENCRYPTION_SECRETS: `some other secret of this length, ${OLD}` }

const authorization = `Bearer ${env.DEPLOYMENT_SECRET}`
const encryptAll = (realm: TestRealm, headers: HeadersInit = { authorization }) =>
  realm.post('/realm/secrets/encrypt', {}, { headers })

async function store(realm: TestRealm, secret: string, name: string) {
  const key = encryptionKeyOf(secret)
  const value = encrypt(key, `${realm.name}: ${name}`, `text of ${name}`)
  await executeSql(
    realm,
    'INSERT INTO secrets (name, key_name, value) VALUES (?, ?, ?)',
    name,
    key.key_name,
    value.slice().buffer,
  )
}

/** Returns the text of a value, if it has the key of this secret. */
async function textWith(realm: TestRealm, secret: string, name: string) {
  const key = encryptionKeyOf(secret)
  const [row] = await selectRows(realm, 'SELECT key_name, value FROM secrets WHERE name = ?', name)
  return row!.key_name === key.key_name && decrypt(key, `${realm.name}: ${name}`, new Uint8Array(row!.value))
}

describe('POST /realm/secrets/encrypt', () => {
  test('encrypts values of an earlier key again, for the operator with the deployment secret', async () => {
    const { realm, ada } = await realmWithVariables(ROTATED)
    await store(realm, OLD, 'one')
    await store(realm, NEW, 'two')
    const refused = refusal('Wrong or missing deployment secret', 'UNAUTHORIZED')
    expect(await encryptAll(realm, {})).toEqual(refused)
    expect(await ada.post('/realm/secrets/encrypt')).toEqual(refused)
    expect(await encryptAll(realm)).toEqual({ ...SUCCESS, renewed: expect.any(Number), remaining: 0 })
    for (const name of ['one', 'two']) expect(await textWith(realm, NEW, name)).toBe(`text of ${name}`)
    expect(await encryptAll(realm)).toEqual({ ...SUCCESS, renewed: 0, remaining: 0 })
  })

  test('leaves and counts values whose key the deployment does not have', async () => {
    const { realm } = await realmWithVariables({ ENCRYPTION_SECRET: NEW, PREVIOUS_ENCRYPTION_SECRETS: '' })
    await store(realm, OLD, 'one')
    expect(await encryptAll(realm)).toEqual({ ...SUCCESS, renewed: 0, remaining: 1 })
    expect(await textWith(realm, OLD, 'one')).toBe('text of one')
  })

  test('is refused without a long secret', async () => {
    for (const ENCRYPTION_SECRET of ['', 'a short secret']) {
      const { realm } = await realmWithVariables({ ENCRYPTION_SECRET, PREVIOUS_ENCRYPTION_SECRETS: OLD })
      expect(await encryptAll(realm)).toEqual(
        refusal('This server cannot store secrets: it has no ENCRYPTION_SECRET, or one with fewer than 32 characters.'),
      )
    }
  })
})

describe('due work', () => {
  test('encrypts values of an earlier key again', async () => {
    const { realm } = await realmWithVariables(ROTATED)
    for (const name of ['one', 'two']) await store(realm, OLD, name)
    await doDueWork(realm)
    for (const name of ['one', 'two']) expect(await textWith(realm, NEW, name)).toBe(`text of ${name}`)
  })

  test('keeps a value of another realm, which does not decrypt, and encrypts the others', async () => {
    const { realm: other } = await emptyRealm()
    const { realm } = await realmWithVariables(ROTATED)
    await store(other, OLD, 'one')
    const [row] = await selectRows(other, 'SELECT * FROM secrets')
    await executeSql(realm, 'INSERT INTO secrets VALUES (?, ?, ?)', row!.name, row!.key_name, row!.value)
    await store(realm, OLD, 'two')
    await doDueWork(realm)
    expect(await selectRows(realm, "SELECT * FROM secrets WHERE name = 'one'")).toEqual([row])
    expect(await textWith(realm, NEW, 'two')).toBe('text of two')
  })
})
