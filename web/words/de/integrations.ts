import type { integrationWords as English } from '../en-integrations'

export const integrationWords: typeof English = {
  service: 'Adresse für einen Dienst',
  serviceText: 'Ein Dienst wie GitHub meldet Ereignisse an eine eigene Adresse, die Sie hier erstellen:',

  addresses: 'Adressen für Programme anderer Chat-Server',
  addressesText:
    'Ein Programm, das an Slack, Discord, Mattermost, Rocket.Chat oder Teams senden kann, kann hierher senden. Die Adressen werden einmal gezeigt.',
  noAddresses: 'Es gibt keine Adressen.',
  channel: 'Kanal',
  toOwner: 'Direktnachrichten an den Eigentümer des Bots',
  topic: 'Thema (leer: jede Nachricht wählt es)',
  mayMention: 'Darf alle erwähnen',
  newAddress: 'Adresse anlegen',
  formats: {
    slack: 'Slack',
    mattermost: 'Mattermost',
    rocketchat: 'Rocket.Chat',
    discord: 'Discord',
    teams: 'Teams, Connectors',
    teams_workflow: 'Teams, Workflows',
  },

  events: 'Ereignisse für eine Adresse',
  eventsText: 'Eine Adresse erhält, was der Bot sieht, signiert nach Standard Webhooks.',
  noSubscriptions: 'Keine Adresse erhält Ereignisse.',
  url: 'Adresse',
  eventNames: {
    message: 'Nachrichten',
    reaction: 'Reaktionen',
    membership: 'Personen, die Kanäle abonnieren oder verlassen',
    topic_resolved: 'Erledigte Themen',
  },
  allPublic: 'Und Nachrichten aller öffentlichen Kanäle',
  newSubscription: 'Ereignisse senden',
  secret: 'Geheimnis der Signaturen',
  newSecret: 'Neues Geheimnis',
  newSecretFor: (name) => `Neues Geheimnis für ${name}`,
  newSecretText:
    'Tragen Sie das neue Geheimnis in das Programm ein, das die Anfragen erhält. Einen Tag lang signiert auch das frühere, außer wenn es bekannt wurde.',
  hasLeaked: 'Das frühere Geheimnis wurde bekannt: es darf nichts mehr signieren',
  replace: 'Ersetzen',
  enabled: 'Eingeschaltet',
  deliveries: 'Letzte Ereignisse',
  noDeliveries: 'Noch wurde nichts gesendet.',
  outcomes: { delivered: 'zugestellt', failed: 'fehlgeschlagen', waiting: 'wartet auf einen neuen Versuch' },
  resend: 'Noch einmal senden',

  presses: 'Schaltflächen, Menüs und Felder',
  pressesText:
    'Wenn jemand etwas drückt oder auswählt, wird diese Adresse aufgerufen. Slack nennt sie Request URL. Ohne sie stehen nur die Namen im Text.',

  commandsText: 'Ein Befehl wie /deploy sendet seinen Text an eine Adresse und zeigt die Antwort.',
  noCommands: 'Es gibt noch keine Befehle.',
  newCommand: 'Neuer Befehl',
  commandName: 'Name, zum Beispiel deploy',
  description: 'Was er tut',
  hint: 'Was man danach schreibt, zum Beispiel [version]',
  bot: 'Der Bot, der antwortet',
  noBots: 'Ein Befehl braucht einen Bot. Legen Sie zuerst einen an.',
  createBot: 'Bots',
}
