import type { safetyWords as English } from '../en-safety'
import { count } from './grammar'

export const safetyWords: typeof English = {
  confirm: 'Bestätigen, wer Sie sind',
  confirmText: 'Diese Änderung braucht einen Beweis, dass Sie es sind.',
  goOn: 'Weiter',
  usePasskey: 'Passkey verwenden',
  noPasskeyUsed: 'Es wurde kein Passkey verwendet. Versuchen Sie es noch einmal.',
  logInAgain: 'Melden Sie sich noch einmal an, und machen Sie dann die Änderung.',
  logInWith: (provider) => `Noch einmal mit ${provider} anmelden`,

  codes: 'Einmalcodes',
  codesText: 'Eine Anmeldung braucht dann neben dem Passwort einen Code von Ihrem Telefon.',
  codesSince: (day) => `Eingeschaltet seit ${day}.`,
  codesLeft: (codes) => `Noch ${count(codes, 'Wiederherstellungscode', 'Wiederherstellungscodes')}.`,
  manageCodes: 'Einmalcodes verwalten',

  identities: 'Verbundene Identitäten',
  identitiesText: 'Sie können sich mit jeder von ihnen anmelden, gleich welche Adresse sie hat.',
  connected: (day) => `Verbunden: ${day}`,
  providerGone: 'wird hier nicht mehr angeboten',
  connect: (provider) => `${provider} verbinden`,

  agents: 'Verbundene Agenten',
  agentsText: 'Programme, denen Sie erlaubt haben, für Sie zu handeln. Andere sehen, wenn eines schreibt.',
  lastUsed: (ago) => `zuletzt benutzt ${ago}`,
  onlyIn: 'Nur in',
  scopes: {
    'messages:read': 'liest Nachrichten, Profile und Dateien',
    'messages:write': 'schreibt Nachrichten und reagiert',
    'drafts:write': 'speichert Entwürfe',
    'status:write': 'setzt den Status',
    'teams:write': 'legt Kanäle an und ändert Gruppen',
  },
  disconnect: 'Trennen',
  endAgent: (name) => `${name} trennen`,
  endAgentText: 'Er kann nicht mehr für Sie lesen oder schreiben. Sie können ihn wieder verbinden.',

  agentCalls: 'Was Agenten getan haben',
  agentCallsText: 'Die neuesten 500 Aufrufe. Nur Sie sehen sie.',
  agentActs: {
    send_message: 'hat eine Nachricht gesendet',
    schedule_message: 'hat eine Nachricht geplant',
    cancel_scheduled: 'hat eine geplante Nachricht abgesagt',
    edit_message: 'hat eine Nachricht bearbeitet',
    react: 'hat auf eine Nachricht reagiert',
    mark_read: 'hat Nachrichten als gelesen markiert',
    save_draft: 'hat einen Entwurf gespeichert',
  },
  agentRead: 'hat gelesen',
  agentRefused: 'abgelehnt',
  agentMessage: 'Nachricht anzeigen',
  allAgentCalls: 'Alle anzeigen',
}
