import type { ReadOnlyRealm, Realm } from '../../../realm'

/** The identity with which a session began. `provider_session` is the provider's name of its own session. */
export type SessionIdentity = { issuer: string; subject: string; provider_session: string | null }

export const insertIdentitySession = (realm: Realm, session_id: number, identity: SessionIdentity): void =>
  realm.sql.run`
    INSERT INTO identity_sessions (session_id, issuer, subject, provider_session)
    VALUES (${session_id}, ${identity.issuer}, ${identity.subject}, ${identity.provider_session})`

export const deleteIdentitySessions = (realm: Realm, session_ids: readonly number[]): void =>
  realm.sql.run`
    DELETE FROM identity_sessions WHERE session_id IN (SELECT value FROM json_each(${session_ids}))`

type Found = { session_id: number; user_id: number }

/** What a provider says has ended: all sessions of a subject, or one session. */
export type EndedAtProvider = { issuer: string; subject: string | null; provider_session: string | null }

/** Returns the sessions that a provider means. If it names both, both must fit. */
export const sessionsOfIdentity = (realm: ReadOnlyRealm, ended: EndedAtProvider): Found[] =>
  realm.sql.all<Found>`
    SELECT s.session_id, s.user_id FROM identity_sessions i JOIN sessions s ON s.session_id = i.session_id
    WHERE i.issuer = ${ended.issuer}
      AND (${ended.subject} IS NOT NULL OR ${ended.provider_session} IS NOT NULL)
      AND (${ended.subject} IS NULL OR i.subject = ${ended.subject})
      AND (${ended.provider_session} IS NULL OR i.provider_session = ${ended.provider_session})`
