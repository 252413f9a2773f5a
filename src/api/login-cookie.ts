import { cookieIn, cookieName, setCookie } from './cookies'

/** A login at another server that has begun in this browser: its public state, and the secret that only the browser keeps. */
export type BoundLogin = { state: string; binding: string }

type Place = { request: Request; config: { development: boolean } }

const MAX_AGE_SECONDS = 600
const SECRET = /^[A-Za-z0-9]{43}$/

/** Binds a login to this browser. Several logins can run in one browser, so each has its own cookie. */
export function setLoginBinding(response: Response, { state, binding }: BoundLogin, place: Place): void {
  setCookie(response, { name: nameFor(state, place), value: binding, max_age_seconds: MAX_AGE_SECONDS })
}

export function clearLoginBinding(response: Response, state: string, place: Place): void {
  setCookie(response, { name: nameFor(state, place), value: '', max_age_seconds: 0 })
}

/** Returns the secret of the login with this state; undefined if another browser began it, or there are two cookies. */
export function loginBindingIn(request: Request, state: string, config: Place['config']): string | undefined {
  if (!SECRET.test(state)) return undefined
  const value = cookieIn(request, nameFor(state, { request, config }))
  return value !== undefined && SECRET.test(value) ? value : undefined
}

const nameFor = (state: string, { request, config }: Place): string =>
  cookieName(`login_${state.slice(0, 8)}`, new URL(request.url), config.development)

/** Binds the challenges of logins with a passkey to this browser. All tabs of the browser share it. */
export const setBrowserBinding = (response: Response, binding: string, { request, config }: Place): void =>
  setCookie(response, {
    name: browserName({ request, config }),
    value: binding,
    max_age_seconds: MAX_AGE_SECONDS,
  })

/** Returns the secret that binds challenges to this browser; undefined without one. */
export function browserBindingIn(place: Place): string | undefined {
  const value = cookieIn(place.request, browserName(place))
  return value !== undefined && SECRET.test(value) ? value : undefined
}

const browserName = ({ request, config }: Place): string =>
  cookieName('passkey', new URL(request.url), config.development)
