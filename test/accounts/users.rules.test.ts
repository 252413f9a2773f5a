import { describe, expect, test } from 'vitest'
import { refusalToActAs, refusalToChangeRole, refusalToManage } from '../../src/domain/accounts/users/rights'
import type { Role } from '../../src/domain/people/users/user'

const OWNER = 100
const ADMINISTRATOR = 200
const MEMBER = 400
const OWNERS_ONLY = 'Must be an organization owner'
const ADMINISTRATORS_ONLY = 'Must be an organization administrator'

const actor = (role: Role) => ({ user_id: 1, role })

describe('refusalToManage', () => {
  test.for<[Role, number | null, boolean]>([
    [OWNER, null, false],
    [ADMINISTRATOR, 2, false],
    [MEMBER, 1, false],
    [MEMBER, 2, true],
    [MEMBER, null, true],
  ])('a user with role %i and an account of owner %s: refused is %s', ([role, bot_owner_id, isRefused]) => {
    expect(refusalToManage(actor(role), { bot_owner_id }) !== undefined).toBe(isRefused)
  })
})

describe('refusalToActAs', () => {
  test.for<[Role, Role, string | undefined]>([
    [ADMINISTRATOR, OWNER, OWNERS_ONLY],
    [OWNER, OWNER, undefined],
    [ADMINISTRATOR, ADMINISTRATOR, undefined],
  ])('a user with role %i and a target with role %i: %s', ([role, targetRole, msg]) => {
    const target = { user_id: 2, role: targetRole, bot_owner_id: null }
    expect(refusalToActAs(actor(role), target)?.refusal.msg).toBe(msg)
  })
})

describe('refusalToChangeRole', () => {
  test.for<[Role, from: Role, to: Role, isLastOwner: boolean, string | undefined]>([
    [MEMBER, MEMBER, MEMBER, false, undefined],
    [MEMBER, MEMBER, ADMINISTRATOR, false, ADMINISTRATORS_ONLY],
    [ADMINISTRATOR, MEMBER, ADMINISTRATOR, false, undefined],
    [ADMINISTRATOR, MEMBER, OWNER, false, OWNERS_ONLY],
    [ADMINISTRATOR, OWNER, MEMBER, false, OWNERS_ONLY],
    [OWNER, MEMBER, OWNER, false, undefined],
    [OWNER, OWNER, MEMBER, false, undefined],
    [OWNER, OWNER, MEMBER, true, 'The owner permission cannot be removed from the only organization owner.'],
  ])('a user with role %i changes role %i to %i, of the last owner %s: %s', ([role, from, to, isLastOwner, msg]) => {
    expect(refusalToChangeRole(actor(role), { role: from }, to, isLastOwner)?.refusal.msg).toBe(msg)
  })
})
