import type { appWords as English } from '../en-apps'

export const appWords: typeof English = {
  title: 'Auf Telefonen und Computern',
  apps: 'Die Apps von Zulip für Telefone und Computer öffnen diese Organisation. Geben Sie ihnen die Adresse dieser Seite. Für Anrufe verwenden Sie einen Browser.',
  on: 'Telefone erhalten Benachrichtigungen, für jedes Telefon verschlüsselt.',
  ends: (date) => `Telefone erhalten Benachrichtigungen bis ${date}. Dann endet der Tarif dieser Organisation.`,
  off: 'Telefone erhalten zurzeit keine Benachrichtigungen.',
  why: 'Dafür muss der Server beim Push-Dienst registriert und ein Telefon angemeldet sein. Für mehr als zehn Personen ist ein Tarif nötig.',
  aboutApps: 'Was in welcher App geht',
  getApps: 'Apps herunterladen',
  plans: 'Tarife des Push-Dienstes',
  bill: 'Tarif und Rechnung dieser Organisation',
}
