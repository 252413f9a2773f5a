import type {
  channelPermissionWords as EnglishOfChannels,
  groupPermissionWords as EnglishOfGroups,
  realmPermissionWords as EnglishOfRealm,
} from '../en-permissions'

export const realmPermissionWords: typeof EnglishOfRealm = {
  can_access_all_users_group: {
    name: 'Alle Personen sehen',
    text: 'Andere sehen nur Personen, mit denen sie einen Kanal oder eine Unterhaltung teilen.',
  },
  can_add_custom_emoji_group: { name: 'Emoji hinzufügen', text: 'Alle können sie benutzen.' },
  can_add_subscribers_group: { name: 'Andere eintragen', text: 'In Kanäle, die sie selbst sehen können.' },
  can_create_bots_group: { name: 'Alle Bots anlegen', text: 'Bots, die lesen und schreiben.' },
  can_create_groups: { name: 'Gruppen anlegen', text: 'Gruppen können erwähnt werden und Berechtigungen haben.' },
  can_create_private_channel_group: { name: 'Private Kanäle anlegen', text: 'Nur Abonnenten sehen sie.' },
  can_create_public_channel_group: {
    name: 'Öffentliche Kanäle anlegen',
    text: 'Alle Mitglieder können sie finden und lesen.',
  },
  can_create_web_public_channel_group: {
    name: 'Kanäle anlegen, die im Web öffentlich sind',
    text: 'Alle im Internet können sie lesen.',
  },
  can_create_write_only_bots_group: {
    name: 'Bots anlegen, die nur schreiben',
    text: 'Dienste melden sich mit eingehenden Webhooks.',
  },
  can_delete_any_message_group: { name: 'Alle Nachrichten löschen', text: 'Jederzeit.' },
  can_delete_own_message_group: { name: 'Eigene Nachrichten löschen', text: 'Innerhalb der Zeit zum Löschen.' },
  can_invite_users_group: { name: 'Per E-Mail einladen', text: 'Jede Einladung ist für eine Person.' },
  can_manage_all_groups: { name: 'Alle Gruppen verwalten', text: 'Ihre Mitglieder, Namen und Berechtigungen.' },
  can_manage_billing_group: {
    name: 'Tarife verwalten',
    text: 'Wo der Betreiber des Servers eine Bezahlung verlangt.',
  },
  can_mention_many_users_group: {
    name: '@all in großen Kanälen benutzen',
    text: 'Es benachrichtigt alle im Kanal.',
  },
  can_move_messages_between_channels_group: {
    name: 'Nachrichten in andere Kanäle verschieben',
    text: 'Innerhalb der Zeit zum Verschieben.',
  },
  can_move_messages_between_topics_group: {
    name: 'Nachrichten in andere Themen verschieben',
    text: 'Innerhalb der Zeit zum Verschieben.',
  },
  can_resolve_topics_group: { name: 'Themen als erledigt markieren', text: 'Und wieder öffnen.' },
  can_set_delete_message_policy_group: {
    name: 'Bestimmen, wer in einem Kanal löscht',
    text: 'Für Kanäle, die sie verwalten.',
  },
  can_set_topics_policy_group: {
    name: 'Über Themen eines Kanals bestimmen',
    text: 'Für Kanäle, die sie verwalten.',
  },
  can_summarize_topics_group: {
    name: 'Zusammenfassen und übersetzen',
    text: 'Mit dem Sprachmodell, wenn die Eigentümer eines gewählt haben.',
  },
  create_multiuse_invite_group: { name: 'Einladungslinks anlegen', text: 'Alle mit dem Link können beitreten.' },
  direct_message_initiator_group: {
    name: 'Direkte Unterhaltungen beginnen',
    text: 'Andere können nur antworten.',
  },
  direct_message_permission_group: {
    name: 'An direkten Unterhaltungen teilnehmen',
    text: 'Eine Unterhaltung braucht mindestens eine solche Person.',
  },
  parley_can_create_automations_group: {
    name: 'Automationen erstellen',
    text: 'Sie handeln mit den Rechten der Person, die sie erstellt hat.',
  },
  parley_can_create_guest_links_group: {
    name: 'Gastlinks anlegen',
    text: 'Alle mit dem Link können in einem Kanal schreiben.',
  },
  parley_can_join_calls_group: { name: 'An Anrufen teilnehmen', text: 'In Unterhaltungen, die sie lesen können.' },
  parley_can_search_everything_group: {
    name: 'Alles durchsuchen',
    text: 'Nur Eigentümer: alle Nachrichten aller Personen, auch gelöschte, die eine Aufbewahrung behält.',
  },
  parley_can_share_screens_group: {
    name: 'Bildschirm in Anrufen zeigen',
    text: 'Wo sie an Anrufen teilnehmen können.',
  },
  parley_can_start_calls_group: { name: 'Anrufe beginnen', text: 'In Unterhaltungen, in denen sie schreiben können.' },
  workplace_users_group: {
    name: 'Angehörige des Arbeitsplatzes',
    text: 'Ein Tarif kann sie anders zählen als andere. Es erlaubt nichts.',
  },
}

export const channelPermissionWords: typeof EnglishOfChannels = {
  can_administer_channel_group: {
    name: 'Den Kanal verwalten',
    text: 'Seinen Namen, seine Beschreibung, Sichtbarkeit und Berechtigungen.',
  },
  can_add_subscribers_group: { name: 'Andere eintragen', text: 'Neben denen, die es überall dürfen.' },
  can_remove_subscribers_group: { name: 'Andere austragen', text: 'Aus diesem Kanal.' },
  can_subscribe_group: { name: 'Selbst abonnieren', text: 'Auch wenn der Kanal privat ist.' },
  can_create_topic_group: { name: 'Themen beginnen', text: 'Andere schreiben in vorhandenen Themen.' },
  can_send_message_group: { name: 'Schreiben', text: 'Andere können nur lesen.' },
  can_resolve_topics_group: {
    name: 'Themen als erledigt markieren',
    text: 'Neben denen, die es überall dürfen.',
  },
  can_move_messages_within_channel_group: {
    name: 'Nachrichten innerhalb des Kanals verschieben',
    text: 'In andere Themen, jederzeit.',
  },
  can_move_messages_out_of_channel_group: {
    name: 'Nachrichten aus dem Kanal verschieben',
    text: 'In andere Kanäle, jederzeit.',
  },
  can_delete_any_message_group: { name: 'Alle Nachrichten löschen', text: 'In diesem Kanal.' },
  can_delete_own_message_group: {
    name: 'Eigene Nachrichten löschen',
    text: 'In diesem Kanal, innerhalb der Zeit zum Löschen.',
  },
}

export const groupPermissionWords: typeof EnglishOfGroups = {
  can_manage_group: { name: 'Die Gruppe verwalten', text: 'Ihren Namen, ihre Mitglieder und Berechtigungen.' },
  can_add_members_group: { name: 'Mitglieder hinzufügen', text: 'Und andere Gruppen.' },
  can_remove_members_group: { name: 'Mitglieder entfernen', text: 'Und andere Gruppen.' },
  can_join_group: { name: 'Beitreten', text: 'Ohne hinzugefügt zu werden.' },
  can_leave_group: { name: 'Verlassen', text: 'Ohne entfernt zu werden.' },
  can_mention_group: { name: 'Die Gruppe erwähnen', text: 'Eine Erwähnung benachrichtigt alle Mitglieder.' },
}
