import * as v from 'valibot'
import { integer, optional, text } from '../../../api/params'
import { SCIM_ROOT } from '../../../api/scim'
import { endpoint } from '../../../edge'
import { owners } from '../../people/users/callers'
import { ownUrl } from '../../realm/settings/own-url'
import { loginIsTooOld, requireRecentLogin } from '../../login/factors/recent-login'
import { allTokens } from './storage'
import { createToken, noSuchToken, removeToken, MAX_TOKENS, tooManyTokens } from './token-actions'

const MAX_DESCRIPTION_CHARACTERS = 100

export const getScimTokens = endpoint.decision({
  route: 'GET /parley/scim/tokens',
  summary: "Get the tokens of the organization's directory, without their text.",
  note: '`last_used` is up to an hour old.',
  caller: owners,
  params: {},
  returns: {
    scim_url: v.string(),
    tokens: v.array(
      v.object({
        token_id: v.number(),
        description: v.string(),
        creator_id: v.number(),
        date_created: v.number(),
        last_used: v.nullable(v.number()),
      }),
    ),
  },
  errors: [],
  decide: (realm) => ({
    scim_url: ownUrl(realm) + SCIM_ROOT,
    tokens: allTokens(realm).map(({ token_id, description, made_by, made_at, used_at }) => ({
      token_id,
      description,
      creator_id: made_by,
      date_created: made_at,
      last_used: used_at,
    })),
  }),
})

export const createScimToken = endpoint.decision({
  route: 'POST /parley/scim/tokens',
  summary: 'Create a bearer token with which a directory manages accounts and groups by SCIM.',
  note: `No later response has the token. Up to ${MAX_TOKENS} tokens are valid at once, so the directory can change to a new one.`,
  caller: owners,
  params: { description: optional(text(MAX_DESCRIPTION_CHARACTERS), '') },
  returns: { token_id: v.number(), token: v.string() },
  errors: [loginIsTooOld, tooManyTokens],
  decide: (realm, actor, { description }) => {
    requireRecentLogin(realm)
    return createToken(realm, actor, description)
  },
})

export const deleteScimToken = endpoint.decision({
  route: 'DELETE /parley/scim/tokens/:token_id',
  summary: 'Delete a token of the directory. Its next request is refused.',
  caller: owners,
  params: { token_id: integer() },
  returns: {},
  errors: [noSuchToken],
  decide: (realm, _, { token_id }) => removeToken(realm, token_id),
})
