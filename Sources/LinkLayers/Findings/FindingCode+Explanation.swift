// The text that `linkscope inspect --explain CODE` prints: cause, consequence and advice. It is repeated in the documentation
// (LinkLayers.docc/Findings.md), and a test compares the two.

extension FindingCode {
    /// A few sentences on what the finding means and what to do about it.
    package var explanation: String {
        switch self {
        case .empty:
            "There is no text at all, or only blanks. Look at how the link was copied, or which line of the file is empty."
        case .notURL:
            "The text cannot be taken apart as an URL (RFC 3986): its host or port has a character that may not stand there, a bracket is "
                + "not closed, or what stands before the first colon is no scheme. No system opens it. Escape blanks as %20."
        case .noScheme:
            "Before the first colon of a link stands its scheme, and by the scheme a system finds who opens it. Without one nothing is "
                + "opened. Write the whole address, https:// included."
        case .invalidUTF8:
            "A link is text in UTF-8. Bytes that are none come from a copy in another encoding, or from a file that was cut."
        case .cut:
            "linkscope reads the first mebibyte of a line. No app gets a link that long: systems refuse them far earlier."
        case .controlCharacters:
            "A line end, a tab or another control character is in the link, or appears once it is decoded. Most often a mail or a terminal "
                + "broke the link over two lines. Line ends and tabs that are escaped in a value are text, and not reported."
        case .hiddenCharacters:
            "Characters that are not to be seen (zero-width blanks, marks of direction) make a link another one than it looks like. They "
                + "come along when text is copied from a document, and they are used to deceive."
        case .undecodableParameter:
            "The escapes of a name or value do not make UTF-8, so readers that follow Bolts leave the parameter out. Often it was escaped "
                + "as Latin-1: %E9 instead of %C3%A9."
        case .undecodableText:
            "The escapes of the host, the path or the fragment do not make UTF-8, so nobody can say which text is meant. Often it was escaped "
                + "as Latin-1: %E9 instead of %C3%A9."
        case .badEscape:
            "A % begins an escape, and two hexadecimal digits follow it. Where they do not, some readers take the % as it is, some refuse the "
                + "link, some leave the parameter out. A % that is meant is written %25."
        case .unescapedBlank:
            "A blank may not stand in a link as it is. Older systems take such a link for none, mail programs and terminals end it there. "
                + "Write %20; in the text of target_url, too."
        case .payloadBare:
            "al_applink_data stands there without a value. A reader finds no App Link, and Bolts for iOS crashes on it."
        case .payloadNotUTF8:
            "Once decoded, the data is not UTF-8, and JSON is nothing else. The app sees a link without App Link data."
        case .payloadNotJSON:
            "The data is not JSON by RFC 8259, so readers see no App Link at all: no target, no extras, no way back. linkscope shows what can "
                + "be read of it; the repair writes that as valid JSON."
        case .payloadNotObject:
            "App Link data is one JSON object. A list, a text or a number makes no App Link. Data that was turned into JSON twice is a text "
                + "with an object in it."
        case .payloadInFragment:
            "Readers look for al_applink_data in the query, which ends at the #. Behind it, the data is part of the fragment and lost. Some "
                + "libraries append it there; the query belongs before the fragment."
        case .payloadCut:
            "The JSON of al_applink_data holds an & or a # that was not escaped. Readers end the value there, and what is left is no JSON. "
                + "Escape everything in it but letters and digits; the query set of Apple's URLQueryAllowedCharacterSet leaves & alone."
        case .badIntent:
            "Android cannot read the intent: URI, so Chrome opens nothing, not even the fallback. After the data stand #Intent; then key=value "
                + "pairs, each with a ; behind it, then end. Extras begin with the letter of their type: S.name=text, i.count=3."
        case .rawJSON:
            "Braces, quotes and blanks may not stand in a query as they are. Some systems escape them, some refuse the link, shells and mail "
                + "programs end it there. Percent-encode the whole value."
        case .plusForBlank:
            "HTML forms write blanks as +, and many servers read them back. App Links readers do not: for them a + is a +. Write blanks as "
                + "%20, and a + that is meant as %2B, which all read alike. In App Link data a + is reported only where all else shows that "
                + "a form wrote it."
        case .doubleEncoding:
            "A value was percent-encoded, and then the whole link once more. Who decodes it once, as is right, gets %2F where a / should "
                + "be. Encode each value once, when it is put into its place."
        case .encodedHash:
            "The # before a fragment was escaped as if it were part of the path. Single-page sites then look for a page of that name. Encode "
                + "the parts of a link, not the link. A # behind a single letter is a name (C#) and not reported."
        case .htmlEscape:
            "In HTML an & is written &amp;, and somebody copied it from there. The names of all parameters but the first begin with amp; now."
        case .duplicateKey:
            "A member of the data stands twice. Most readers take the last, a few the first; which one was meant only its author knows. The "
                + "repair keeps the last."
        case .duplicateParameter:
            "The query has a name twice. Bolts takes the last value, PHP too, others take the first or make a list. A name ending in [] is a "
                + "list by custom and not reported."
        case .duplicatePayload:
            "The query has al_applink_data more than once: a link that was already an App Link was made one again. The last decides."
        case .wrongVersion:
            "The only version of App Links there is, is the text \"1.0\". A number, or any other text, makes readers see no App Link."
        case .wrongType:
            "A field of the data has a value of another type than the protocol gives it. linkscope counts it as absent; Bolts for iOS crashes on "
                + "some of them."
        case .roundedNumber:
            "JavaScript, and every reader that keeps numbers as doubles, rounds this number: identifiers end in other digits. Write it as text."
        case .badTarget:
            "target_url is no URL. Bolts for iOS then has no target at all, facebook-ios-sdk and linkscope take the link itself."
        case .targetWithoutScheme:
            "target_url is a relative address, and there is nothing it could be relative to. Write it in full."
        case .noTarget:
            "App Link data names in target_url what the link is about. Without it the link itself is the target."
        case .refererWithoutURL:
            "referer_app_link names no url, so there is nothing to return to: no banner is shown."
        case .refererWithoutName:
            "referer_app_link names no app_name, so the banner has nothing to say: none is shown."
        case .badReferer:
            "The url of referer_app_link is no URL: there is no way back."
        case .wrappedLinkCut:
            "A link was put into another one without being escaped, so its first & ended it. Its other parameters are taken for those of the "
                + "wrapper, which knows none of that name, and the page inside never sees them. Percent-encode the whole link."
        case .insecureHTTP:
            "iOS and Android ask apps for https links only; http goes to the browser. On its way anybody can read and change it. The repair is "
                + "left to you where the link names a port."
        case .noHost:
            "A web link says whom to ask between // and the next /. Here nothing stands there. Browsers take the first part of the path "
                + "for the host, apps refuse the link, association files match nothing."
        case .badPort:
            "Behind the host's colon stands the number of a port, from 1 to 65535. Browsers refuse any other number, and nothing can answer "
                + "there."
        case .misleadingHost:
            "Everything up to the last @ is a user name and a password, not the host, however much it looks like one. With a \\ or an escaped "
                + "delimiter in it, readers do not even agree on the host. Such links are used to deceive: look at the host that is named."
        case .lookAlikeHost:
            "The host's name mixes letters of several scripts, or has only letters that Latin has too: it looks like another name. Such names "
                + "are used for deception. Compare the spelling that begins with xn--."
        case .internationalHost:
            "The host has letters beyond ASCII. On the wire, in association files and in the settings of apps it has to be written in "
                + "Punycode: the spelling that begins with xn--."
        case .badPunycode:
            "A part of a host that begins with xn-- has its letters beyond ASCII encoded in the rest. Here the rest encodes nothing, or what "
                + "no name may have. Browsers refuse it, other readers ask a server that cannot exist."
        case .unsafeScheme:
            "Links of javascript, data, file and the like are no addresses: they are a program, a page in itself, or a name on one device. "
                + "An app that opens what it is given, as target_url or as the way back, runs or shows a stranger's work. Refuse them."
        case .claimableScheme:
            "Nobody owns a scheme: any app can say that links of this one are its own, and on iOS nobody can tell which of two apps gets them. "
                + "For what must not be caught by another app use https links with association files."
        case .deadService:
            "The service that this link belongs to has been switched off, so it leads nowhere. Firebase Dynamic Links ended on 25 August "
                + "2025. Where the link still has its destination in it, the repair is that destination."
        case .endingService:
            "The service has been switched off for links that nobody used. This one may still work; it will not for ever."
        case .shortener:
            "What a shortened link leads to is known to its server only. Ask it with linkscope resolve, or curl -I."
        case .trackingParameters:
            "Parameters like utm_source, fbclid or af_… tell analytics and advertising networks about the click. The app needs none of them; "
                + "they are no fault, and no repair takes them away."
        case .secret:
            "The link carries a token or a password. Links are kept in histories, logs and screenshots, and other apps can get them. "
                + "linkscope masks it everywhere unless told --show-secrets."
        case .tooManyLayers:
            "Links inside links are taken apart down to eight layers of depth and 64 in all. What is deeper is shown as the text it is."
        case .objectWithoutLink:
            "A line that is a JSON object is a link if it has one under url or link, and an event if it has an event or event_name. This one "
                + "is neither."
        case .eventWithoutName:
            "The event's name is empty text: whoever counts events cannot count it."
        case .moreFindings:
            "A link has more findings than anybody reads: the hundred worst are listed."
        }
    }

    /// The codes of all findings in alphabetical order.
    package static var allNames: [String] { allCases.map(\.rawValue).sorted() }
}
