import type { userSettingWords as English } from '../en-user-settings'

const channelTopics = {
  1: 'Wenn Sie teilnehmen',
  2: 'Wenn Sie darin schreiben',
  3: 'Wenn Sie sie beginnen',
  4: 'Nie',
}

export const userSettingWords: typeof English = {
  color_scheme: {
    name: 'Farbschema',
    text: 'Hell oder dunkel, oder wie dieses Gerät eingestellt ist.',
    options: { 1: 'Wie dieses Gerät', 2: 'Dunkel', 3: 'Hell' },
  },
  web_font_size_px: { name: 'Schriftgröße', text: 'In Pixeln, für Nachrichten und Listen.' },
  web_line_height_percent: { name: 'Zeilenhöhe', text: 'In Prozent der Schriftgröße.' },
  fluid_layout_width: { name: 'Ganze Breite nutzen', text: 'Nachrichten dürfen so breit wie das Fenster sein.' },
  high_contrast_mode: {
    name: 'Hoher Kontrast',
    text: 'Text und Linien sind auf Hell dunkler, und auf Dunkel heller.',
  },
  emojiset: {
    name: 'Emoji',
    text: 'Wie Emoji in Nachrichten aussehen.',
    options: { google: 'Wie auf diesem Gerät', text: 'Als Namen, wie :smile:' },
  },
  twenty_four_hour_time: {
    name: '24-Stunden-Uhr',
    text: 'Zeiten werden als 17:30 geschrieben. Sonst wie in Ihrer Sprache.',
  },
  default_language: { name: 'Sprache', text: 'Für die Oberfläche und für E-Mails an Sie.' },
  timezone: { name: 'Zeitzone', text: 'Andere sehen Ihre Ortszeit. Auch E-Mails verwenden sie.' },
  web_suggest_update_timezone: {
    name: 'Fragen, wenn die Zeitzone abweicht',
    text: 'Ein Programm darf die Zeitzone des Geräts vorschlagen.',
  },
  web_animate_image_previews: {
    name: 'Bewegte Bilder',
    text: 'Wann sich Bilder in Nachrichten bewegen.',
    options: { always: 'Immer', on_hover: 'Unter dem Zeiger', never: 'Nie' },
  },

  web_home_view: {
    name: 'Erste Ansicht',
    text: 'Was ein Programm beim Start zeigt.',
    options: { inbox: 'Eingang', recent: 'Letzte Unterhaltungen', all_messages: 'Alle Nachrichten' },
  },
  web_escape_navigates_to_home_view: {
    name: 'Escape führt zur ersten Ansicht',
    text: 'Aus jeder Ansicht, die keine Unterhaltung ist.',
  },
  web_mark_read_on_scroll_policy: {
    name: 'Nachrichten als gelesen markieren',
    text: 'Wo eine Nachricht als gelesen zählt, sobald Sie ihr Ende gesehen haben.',
    options: { 1: 'In jeder Ansicht', 2: 'Nur in Unterhaltungen', 3: 'Nie von selbst' },
  },
  web_channel_default_view: {
    name: 'Ein Klick auf einen Kanal öffnet',
    text: 'Was Sie zuerst von einem Kanal sehen.',
    options: {
      1: 'Sein neuestes Thema',
      2: 'Alle seine Nachrichten',
      4: 'Sein neuestes ungelesenes Thema',
    },
  },
  parley_link_previews: {
    name: 'Vorschau von Links',
    text: 'Was verlinkte Seiten über sich sagen, wenn Ihre Organisation es zeigt. Ohne sie wird auch für Links in Ihren Nachrichten keine Seite abgerufen.',
  },
  hide_ai_features: {
    name: 'Nichts von einem Sprachmodell',
    text: 'Blendet aus, was zusammenfasst und übersetzt, falls Ihre Organisation das hat.',
  },
  display_emoji_reaction_users: {
    name: 'Namen neben Reaktionen',
    text: 'Wenige Reaktionen zeigen Namen statt einer Zahl.',
  },
  automatically_follow_topics_policy: {
    name: 'Themen folgen',
    text: 'Themen, denen Sie folgen, benachrichtigen Sie.',
    options: channelTopics,
  },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: 'Themen in stummen Kanälen hörbar machen',
    text: 'Der Rest des Kanals bleibt stumm.',
    options: channelTopics,
  },
  automatically_follow_topics_where_mentioned: {
    name: 'Themen folgen, die Sie erwähnen',
    text: 'Ab der Erwähnung.',
  },
  resolved_topic_notice_auto_read_policy: {
    name: 'Hinweise auf erledigte Themen sind gelesen',
    text: 'Sie zählen dann nicht als ungelesen.',
    options: { always: 'Immer', except_followed: 'Außer in verfolgten Themen', never: 'Nie' },
  },

  enter_sends: { name: 'Eingabetaste sendet', text: 'Umschalt und Eingabe beginnen dann eine neue Zeile.' },
  translate_emoticons: { name: 'Emoticons ersetzen', text: '„:)“ wird in Ihren Nachrichten zu einem Emoji.' },
  enable_drafts_synchronization: {
    name: 'Entwürfe auf dem Server behalten',
    text: 'Sie können auf einem anderen Gerät weiterschreiben.',
  },
  web_navigate_to_sent_message: {
    name: 'Zu einer gesendeten Nachricht gehen',
    text: 'Nach einer Antwort aus einer anderen Ansicht öffnet sich die Unterhaltung.',
  },

  starred_message_counts: { name: 'Nachrichten mit Stern zählen', text: 'Die Zahl steht neben „Mit Stern“.' },
  demote_inactive_streams: {
    name: 'Stille Kanäle am Ende',
    text: 'Kanäle ohne neue Nachrichten rücken in der Liste nach unten.',
    options: { 1: 'Wenn es viele sind', 2: 'Immer', 3: 'Nie' },
  },
  web_stream_unreads_count_display_policy: {
    name: 'Zahlen neben Kanälen',
    text: 'Welche Kanäle zeigen, wie viele Nachrichten ungelesen sind.',
    options: { 1: 'Alle Kanäle', 2: 'Kanäle, die nicht stumm sind', 3: 'Kein Kanal' },
  },
  web_left_sidebar_show_channel_folders: {
    name: 'Kanäle nach Ordnern zeigen',
    text: 'So, wie die Organisation sie geordnet hat.',
  },
  web_inbox_show_channel_folders: {
    name: 'Eingang nach Ordnern zeigen',
    text: 'Ungelesene Unterhaltungen in Kanälen stehen unter dem Namen ihres Ordners.',
  },
  web_left_sidebar_unreads_count_summary: {
    name: 'Zahl aller ungelesenen Nachrichten',
    text: 'Oben in der Liste.',
  },

  presence_enabled: { name: 'Zeigen, wann Sie aktiv sind', text: 'Andere sehen einen grünen Punkt neben Ihrem Namen.' },
  send_private_typing_notifications: {
    name: 'Zeigen, wenn Sie Direktnachrichten schreiben',
    text: 'Denen, die sie erhalten.',
  },
  send_stream_typing_notifications: {
    name: 'Zeigen, wenn Sie in Kanälen schreiben',
    text: 'Denen, die das Thema geöffnet haben.',
  },
  receives_typing_notifications: {
    name: 'Sehen, wenn andere schreiben',
    text: 'Unter den Nachrichten einer Unterhaltung.',
  },
  send_read_receipts: {
    name: 'Zeigen, was Sie gelesen haben',
    text: 'Andere sehen Ihren Namen in den Lesebestätigungen.',
  },
  email_address_visibility: {
    name: 'Wer Ihre E-Mail-Adresse sieht',
    text: 'Andere sehen eine andere Adresse, die niemanden erreicht.',
    options: { 1: 'Alle', 2: 'Mitglieder', 5: 'Moderatoren', 3: 'Administratoren', 4: 'Niemand' },
  },
  allow_private_data_export: {
    name: 'Ihre privaten Daten in Exporte aufnehmen',
    text: 'Ein Administrator kann dann Ihre Direktnachrichten und privaten Kanäle exportieren.',
  },

  notification_sound: { name: 'Ton', text: 'Wie eine Benachrichtigung klingt.' },
  pm_content_in_desktop_notifications: {
    name: 'Text von Direktnachrichten auf dem Bildschirm',
    text: 'Ohne ihn sagt eine Benachrichtigung nur, wer geschrieben hat.',
  },
  desktop_icon_count_display: {
    name: 'Zahl im Titel',
    text: 'Was die Zahl im Titel des Fensters zählt.',
    options: {
      1: 'Alle ungelesenen Nachrichten',
      2: 'Direktnachrichten, Erwähnungen und verfolgte Themen',
      3: 'Direktnachrichten und Erwähnungen',
      4: 'Nichts',
    },
  },
  enable_online_push_notifications: {
    name: 'Das Telefon benachrichtigen, während Sie anderswo aktiv sind',
    text: 'Sonst bleibt das Telefon still, während Sie ein anderes Gerät benutzen.',
  },
  parley_do_not_disturb_until: {
    name: 'Nicht stören bis',
    text: 'Bis dahin bleiben Telefone still, und E-Mails warten.',
  },
  parley_quiet_hours: {
    name: 'Ruhezeiten',
    text: 'Jeden Tag in Ihrer Zeitzone, zum Beispiel 22:00-07:00.',
  },
  email_notifications_batching_period_seconds: {
    name: 'Wartezeit vor einer E-Mail',
    text: 'In Sekunden. Nachrichten dieser Zeit kommen in einer E-Mail.',
  },
  message_content_in_email_notifications: {
    name: 'Text von Nachrichten in E-Mails',
    text: 'Ohne ihn sagt eine E-Mail nur, wo Sie nachsehen können.',
  },
  realm_name_in_email_notifications_policy: {
    name: 'Name der Organisation im Betreff',
    text: 'Nützlich bei mehreren Organisationen.',
    options: { 1: 'Bei mehreren Organisationen', 2: 'Immer', 3: 'Nie' },
  },
  enable_digest_emails: {
    name: 'Zusammenfassung',
    text: 'Was Sie verpasst haben, wenn Sie einige Tage weg waren.',
  },
  enable_login_emails: { name: 'Neue Anmeldungen', text: 'Eine E-Mail, wenn sich ein neues Gerät anmeldet.' },
  enable_marketing_emails: { name: 'Neues über das Produkt', text: 'Selten.' },
  wildcard_mentions_notify: {
    name: '@all zählt als Erwähnung',
    text: 'Es benachrichtigt, als stünde Ihr Name da.',
  },
  enable_followed_topic_wildcard_mentions_notify: {
    name: '@all zählt in verfolgten Themen als Erwähnung',
    text: 'Auch wo es sonst nicht zählt.',
  },

  enable_desktop_notifications: {
    name: 'Direktnachrichten und Erwähnungen: Bildschirm',
    text: 'Eine Benachrichtigung auf dem Bildschirm.',
  },
  enable_sounds: { name: 'Direktnachrichten und Erwähnungen: Ton', text: 'Ein Ton des Programms.' },
  enable_offline_push_notifications: {
    name: 'Direktnachrichten und Erwähnungen: Push',
    text: 'Während Sie weg sind.',
  },
  enable_offline_email_notifications: {
    name: 'Direktnachrichten und Erwähnungen: E-Mail',
    text: 'Während Sie weg sind.',
  },
  enable_followed_topic_desktop_notifications: {
    name: 'Verfolgte Themen: Bildschirm',
    text: 'Eine Benachrichtigung auf dem Bildschirm.',
  },
  enable_followed_topic_audible_notifications: { name: 'Verfolgte Themen: Ton', text: 'Ein Ton des Programms.' },
  enable_followed_topic_push_notifications: { name: 'Verfolgte Themen: Push', text: 'Während Sie weg sind.' },
  enable_followed_topic_email_notifications: { name: 'Verfolgte Themen: E-Mail', text: 'Während Sie weg sind.' },
  enable_stream_desktop_notifications: {
    name: 'Alle Nachrichten in Kanälen: Bildschirm',
    text: 'Eine Benachrichtigung auf dem Bildschirm.',
  },
  enable_stream_audible_notifications: {
    name: 'Alle Nachrichten in Kanälen: Ton',
    text: 'Ein Ton des Programms.',
  },
  enable_stream_push_notifications: { name: 'Alle Nachrichten in Kanälen: Push', text: 'Während Sie weg sind.' },
  enable_stream_email_notifications: {
    name: 'Alle Nachrichten in Kanälen: E-Mail',
    text: 'Während Sie weg sind.',
  },
}
