import { createHash } from 'node:crypto'
import type { PushToken, TokenKind } from '../../people/push-devices/rules'

/** The numbers of the push services at the bouncer. */
export const TOKEN_KIND_NUMBERS: Record<TokenKind, number> = { apns: 1, fcm: 2 }

type Token = Pick<PushToken, 'token_kind' | 'token'>

/** Returns a token as the bouncer takes it. Some clients write those of Apple as base64, and not as hexadecimal digits. */
export const bouncerTokenOf = ({ token_kind, token }: Token): string =>
  token_kind === 'fcm' || /^(?:[0-9a-f]{2})+$/i.test(token) ? token : Uint8Array.fromBase64(token).toHex()

const TOKEN_ID_BYTES = 8

/** Returns the name of a token: the first bytes of its hash. A client that seals its token sends only this name. */
export const tokenIdOf = (token: Token): string =>
  createHash('sha256').update(bouncerTokenOf(token)).digest().subarray(0, TOKEN_ID_BYTES).toString('base64')
