// The text that `linkscope inspect --explain CODE` prints: cause, consequence and advice. The text is repeated in the documentation
// (LinkLayers.docc/Findings.md), and a test compares the two.

extension FindingCode {
    /// A few sentences on what the finding means and what to do about it.
    package var explanation: String {
        switch self {
        case .empty:
            "The text is empty or contains only spaces, so there is no link to open. Check how the link was copied, or which line "
                + "of the file is empty."
        case .notURL:
            "The text is not a URL (RFC 3986): its scheme, host or port contains a character that is not allowed there, or a "
                + "bracket is not closed. No system opens it. Write spaces as %20, and check everything before the path."
        case .noScheme:
            "The scheme is the part before the first colon; it decides which app opens a link. Without a scheme, nothing opens "
                + "the link. Write the whole address, including https://."
        case .malformedStart:
            "A link begins with a scheme, a colon and usually two slashes, such as https:// or shop://. Here, the scheme is misspelled, "
                + "repeated or contains a character that is not allowed, the :// after it is incomplete or wrong, or the host ends in a "
                + "backslash instead of a slash. Browsers may correct some of this, but apps do not. Apply the repair, or correct the "
                + "scheme."
        case .defanged:
            "Security tools and people write hxxp for http and [.] for a dot, so that nobody opens a dangerous link by accident. The text "
                + "opens nothing until these parts are restored. Restore and open the link only if you trust its source."
        case .noAuthority:
            "After scheme://, the first part of a link is its host. After scheme:/ there is no host, and after scheme:/// it is empty; the "
                + "path begins at once. All forms are correct, but an app that expects one form may not recognize another: an intent "
                + "filter with a host does not match, and code that reads the host gets nothing."
        case .capitalScheme:
            "The URL standard ignores case in schemes, and browsers write https in lowercase themselves, but Android compares "
                + "schemes exactly. An app that claims \"shop\" does not get links that begin with \"Shop\". Write the scheme in "
                + "lowercase."
        case .capitalHost:
            "In shop://Item/7, the host is Item. Android and iOS keep its capital letters, but Dart's Uri, which Flutter apps use, "
                + "writes every host in lowercase, and code that compares the host exactly then finds nothing. Write the host in "
                + "lowercase, or put the value in the path."
        case .linkInPath:
            "The path of the link contains another link that is not escaped. Routers split the path at each slash, and a ? or # of the "
                + "inner link begins the query or the fragment of the outer link. In feed://https://a.example/, URL parsers read https as "
                + "the host, so only an app that takes the whole text after its scheme understands the link. Percent-encode the inner "
                + "link, best as the value of a parameter."
        case .valuesInFragment:
            "The link has its values after the #, and no query. Code that reads the query, such as Uri.getQueryParameter on Android or "
                + "URLComponents.queryItems on iOS, gets nothing. Login servers answer in this way so that their values do not reach web "
                + "servers: read the fragment in the app, or have the server send the values after a ?."
        case .queryDelimiter:
            "An & before the first ? belongs to the path, and so does a ? that is escaped as %3F. A second ? belongs to a value. So the app "
                + "misses a parameter. Usually a program did not check whether the link already had a query, or escaped the query as if it "
                + "were part of the path. An & in the text of a value ends the value: write %26. Parameters after the # belong to the fragment, "
                + "which servers never get: move them before the #."
        case .semicolonSeparator:
            "HTML once recommended ; between parameters, and some servers still read it. Today's URL libraries, browsers and apps split "
                + "only at &. Write & unless you know that the link's server accepts ; as well."
        case .numberHash:
            "A # in a tel: link begins the fragment, so Android dials only the digits before it. Write %23. iOS does not dial numbers with "
                + "# or *, because such codes can change the phone's settings."
        case .numberForm:
            "The link opens a chat with a telephone number. WhatsApp takes the number in full international form, and as digits only: "
                + "https://wa.me/15551234567. Leave out the +, leading zeros, spaces, parentheses and dashes. If the number begins with a "
                + "single 0, write the country code instead of it. A 0 in parentheses, as in +49 (0)151, is dialed only inside the "
                + "country: leave it out, also in a tel: or sms: link."
        case .mailAddress:
            "After mailto:, write only addresses, separated by commas, without // before them and without names (RFC 6068). Other fields "
                + "follow the ?, such as subject=Hello. Some mail programs accept other forms, but others use a wrong address or none."
        case .invalidUTF8:
            "A link is UTF-8 text. These bytes are not UTF-8; the link was copied in another encoding, or its file was truncated. "
                + "Copy the link again as UTF-8."
        case .cut:
            "The link is longer than 1 MiB. linkscope reads only the first 1 MiB and offers no repair. Systems reject even much shorter "
                + "links, so no app receives this link. Shorten the link."
        case .probablyCut:
            "The link ends in … or three dots, ends in the middle of an escape, or has … in place of a part of its path. Chats, browsers "
                + "and social networks shorten long links in this way when they show them, and some programs limit the length of a link. The "
                + "missing part cannot be restored, so linkscope offers no repair. Copy the whole link again from where you found it."
        case .shellCut:
            "A shell ends a command at &, ; or | outside quotes, so the link that arrives ends there. Brackets outside quotes are syntax of "
                + "the shell, which then often rejects the whole command. Put the link in single quotes. adb shell passes the command to a second shell, on the device, which reads it again without the first quotes: "
                + "quote the whole command, and the link in it once more, as in adb shell \"am start -d 'LINK'\"."
        case .shortenedInLog:
            "Android's log shows only the scheme and the host of a web link, and writes /... for the path and everything after it, because "
                + "they may be private. The app got the whole link, but the log does not have it. To see the whole link, print it in the "
                + "app, or let the app post it to linkscope listen. If the link is not from a log, copy it again from where you found it."
        case .trailingText:
            "The link ends in a bracket or a quote that nothing in the link opens. When a link is copied from a sentence or from Markdown, "
                + "the ) or \" around it and the punctuation after it often come along, and the server or the app looks for another page. "
                + "If the character belongs to the link, ignore this note."
        case .controlCharacters:
            "The link contains a newline, a tab or another control character, either literally or percent-encoded. Usually a mail "
                + "program or a terminal broke the link over two lines. Remove the character. Escaped newlines and tabs in a value are "
                + "normal text and are not reported."
        case .hiddenCharacters:
            "Invisible characters, such as zero-width spaces and direction marks, make a link look different from what it is. "
                + "Copying from a document can add them, and attackers use them to deceive. Remove them, or type the link again."
        case .undecodableParameter:
            "After percent-decoding, the name or value is not UTF-8, so many apps drop the parameter. Often the text was escaped as "
                + "Latin-1 (%E9 instead of %C3%A9). Escape it as UTF-8."
        case .undecodableText:
            "After percent-decoding, the host, path or fragment is not UTF-8, so programs disagree on the text. Often it was "
                + "escaped as Latin-1 (%E9 instead of %C3%A9). Escape it as UTF-8."
        case .badEscape:
            "A % starts an escape and must be followed by two hexadecimal digits. Otherwise some apps keep the %, some reject the link, "
                + "and some drop the parameter. Write a literal % as %25. JavaScript's escape() writes %u00e4, which is not a URL escape: "
                + "use encodeURIComponent instead."
        case .unescapedBlank:
            "A link must not contain unescaped spaces. Older systems reject such a link, and mail programs and terminals truncate "
                + "it at the space. Write %20, also inside target_url."
        case .unescapedUnicode:
            "A link consists of ASCII characters; all other characters are percent-encoded as UTF-8. Browsers and Android do this "
                + "themselves, and messengers show links without escapes on purpose. On iOS before 17, URL(string:) returns nil for a "
                + "link with unescaped characters, so apps cannot read the link. Escape the characters if an app reads the link."
        case .unescapedSign:
            "The characters \" < > ^ ` | \\ must be escaped anywhere in a link, [ and ] in its path, and a # in its fragment (RFC 3986). Browsers accept them "
                + "unescaped, but read a \\ in the path of a web link as a /. On iOS before 17, URL(string:) returns nil for such a link, so "
                + "apps cannot read the link. Escape the characters if an app reads the link, and remove a \\ that was added only for a shell."
        case .payloadBare:
            "al_applink_data is present but has no value. Apps find no App Link, and Bolts for iOS crashes if the = is missing too. "
                + "Remove the parameter, or add the data."
        case .payloadNotUTF8:
            "After percent-decoding, the data is not UTF-8, so it cannot be JSON. The app receives the link without App Link data. "
                + "Escape the data as UTF-8."
        case .payloadNotJSON:
            "The data is not valid JSON (RFC 8259), so apps see no App Link: no target, no extras, no referer. linkscope shows the part "
                + "that it could read, and the repair writes that part as valid JSON."
        case .payloadNotObject:
            "App Link data must be one JSON object. A list, a string or a number is not App Link data. A string that contains an object "
                + "was encoded as JSON twice: encode it once."
        case .payloadInFragment:
            "Apps look for al_applink_data in the query, which ends at the #. Data after the # belongs to the fragment, so apps "
                + "ignore it. Some libraries append the data after the fragment: move it before the #."
        case .misspelledData:
            "Apps look for App Link data in the parameter al_applink_data, written exactly so, in lowercase. In this link, a parameter "
                + "with nearly that name holds JSON. The link opens, but without its target, its referer and its extras."
        case .payloadCut:
            "The JSON in a parameter, such as al_applink_data, contains an unescaped & or #. Apps truncate the value there, so it "
                + "is no longer valid JSON. Escape everything except letters and digits; Apple's URLQueryAllowedCharacterSet leaves & "
                + "unescaped."
        case .jsonCut:
            "The JSON is truncated, perhaps because a program limits its length. JSON parsers reject all of it. Copy the link "
                + "again, or shorten the data."
        case .badIntent:
            "Android cannot parse the intent: URI, so Chrome opens nothing, not even the fallback. Write it in this form: "
                + "intent://host/path#Intent;key=value;key=value;end, where the name of an extra starts with the letter of its type: "
                + "S.name=text, i.count=3."
        case .intentHost:
            "In an intent with scheme=https, the part after // up to the next / is the host, as in every web link. Apps claim web links by "
                + "domain, so an app gets the link only if the host is a domain that it claims. Otherwise, the fallback or the store may open. "
                + "Write intent://shop.example/item/7, or use a scheme of the app."
        case .intentWithoutScheme:
            "The data of an intent: link gets its scheme from scheme= in the Intent part. Without scheme=, the data begins with //, and "
                + "Android finds no app for such data, because intent filters match schemes. Write scheme= with the scheme that the app "
                + "claims. An intent that names a component or a type needs no scheme. Without a part that begins with #Intent; (with a "
                + "capital I), Android reads \"intent\" as the scheme."
        case .intentSchemeTwice:
            "Android puts the value of scheme= and a colon in front of the data. If the data already has a scheme, or scheme= holds more "
                + "than a scheme, the result is an address such as shop:shop://item. Only an app that accepts all shop: links opens it. "
                + "Write intent://host/path#Intent;scheme=https;end."
        case .intentConstant:
            "ACTION_VIEW and CATEGORY_BROWSABLE are names of constants in Java and Kotlin. In an intent: link, write their values: "
                + "android.intent.action.VIEW and android.intent.category.BROWSABLE. No intent filter matches the names of the constants."
        case .badPackage:
            "The package is the application ID of the app that gets the intent, such as com.example.shop. It has at least two words of "
                + "letters, digits and underscores, with dots between them. No app has an ID of any other form, so the browser opens the "
                + "fallback, the store or nothing. Correct the package."
        case .badFallback:
            "If no app takes an intent, the browser opens S.browser_fallback_url, but only if that is a complete http or https link. The "
                + "browser ignores any other value, and any other name such as S.fallback_url: the user sees nothing, or the app's page in "
                + "the store. Android decodes the value once, "
                + "so the page's own escapes, such as %26, are lost unless the whole address is percent-encoded. Write the address of a "
                + "web page, percent-encoded."
        case .intentFragment:
            "A browser reads only links that begin with intent: as intents. In any other link, #Intent;…;end is an ordinary fragment for "
                + "the browser, which opens the address before it. Android apps that call Intent.parseUri read the Intent part of both "
                + "kinds of link, but take scheme= only from an intent: link. The repaired link means the same to browsers and to apps."
        case .rawJSON:
            "Braces, quotes and spaces are not allowed unescaped in a query. Some systems escape these characters, some reject the link, "
                + "and shells and mail programs truncate the link at them. Percent-encode the whole value."
        case .plusForBlank:
            "HTML forms write a space as +, and web servers read + as a space. Apps disagree: on Android, Uri.getQueryParameter reads a "
                + "space; on iOS, URLComponents keeps the +, and so do mail programs in a mailto link. Write a space as "
                + "%20 and a literal +, such as that of a telephone number or an email address, as %2B; all programs understand these "
                + "escapes. In a web link, linkscope reports only a + in an email address, which never has a space, and in a link that "
                + "returns from a login, no other +. In App Link data, "
                + "linkscope reports a + only if the rest of the data is encoded as HTML forms encode it."
        case .doubleEncoding:
            "A value was percent-encoded, and then the whole link was encoded again. Decoding it once, as apps do, yields %2F where "
                + "a / should be. Encode each value once, when you insert it into the link."
        case .encodedHash:
            "The # before a fragment was escaped as if it were part of the path, so the site looks for a page with the # in its name. "
                + "Encode the parts of a link, not the whole link. In a fragment, code that looks for parameters after a # does not find those "
                + "after %23. An escaped # after a single letter is usually part of a name, such as C#, and is not reported."
        case .htmlEscape:
            "HTML writes & as &amp; or &#38; and \" as &quot;, and this link was copied from HTML source. Its parameter names then start "
                + "with \"amp;\", the # of &#38; begins the fragment, and its App Link data is not JSON. In the text of a message, people "
                + "see &amp; instead of &. Replace each HTML escape with the character it stands for."
        case .jsonEscape:
            "JSON and JavaScript may write & as \\u0026 and = as \\u003d, and this link was probably copied from there. A browser or an app "
                + "does not read these escapes, so the parameters after them become part of a value. Replace each escape with the "
                + "character it stands for."
        case .quotedPrintable:
            "Mails are often sent as quoted-printable, which writes = as =3D. This link was copied from the source of such a mail, so the "
                + "values of its parameters begin with 3D. Copy the link from the mail as it is shown, or apply the repair."
        case .duplicateKey:
            "The data contains the same key twice. Most JSON parsers use the last value, some use the first. Keep the value you "
                + "want; the repair keeps the last one."
        case .duplicateParameter:
            "The query contains the same name twice. Bolts and PHP use the last value, others use the first or make a list. Keep "
                + "the value you want. A name that ends in [] is a list by convention and is not reported."
        case .duplicatePayload:
            "The query contains al_applink_data more than once, usually because App Link data was added to a link that already "
                + "had some. Only the last one counts. Remove the others."
        case .wrongVersion:
            "The only version of App Links is the string \"1.0\". With a number or any other text, apps see no App Link. Write \"1.0\"."
        case .wrongType:
            "A field of the data has a different type than the App Links protocol defines. linkscope ignores the field, and Bolts "
                + "for iOS crashes on some wrong types. Write the value in the type that the protocol defines."
        case .roundedNumber:
            "JavaScript and other parsers that store numbers as doubles round this number, so an identifier ends in different "
                + "digits. Write it as a string."
        case .badTarget:
            "target_url is not a URL. Bolts for iOS then has no target at all, while facebook-ios-sdk and linkscope use the link "
                + "itself. Write a complete URL."
        case .targetWithoutScheme:
            "target_url is a relative address, and there is no base address to resolve it against. No app or browser can open it. "
                + "Write it in full."
        case .noTarget:
            "target_url names what the link is about. Without it, apps use the link itself as the target. If that is not what you "
                + "mean, add target_url."
        case .refererWithoutURL:
            "referer_app_link has no url, so there is nothing to return to, and no return-to-referer banner is shown. Add the "
                + "url, or remove referer_app_link."
        case .refererWithoutName:
            "referer_app_link has no app_name, so the return-to-referer banner has no text and is not shown. Add app_name, or "
                + "remove referer_app_link."
        case .badReferer:
            "The url of referer_app_link is not a complete URL, so nothing can return to the referer. Write it in full, such as "
                + "shop://back."
        case .wrappedLinkCut:
            "A link was inserted into another one without escaping, so the nested link ends at its first & or #. The wrapper takes the "
                + "rest as its own, and the nested page never receives it. Percent-encode the whole nested link."
        case .ambiguousNesting:
            "A link was inserted into another one without escaping. It is unclear whether the parameters after the nested link's first & "
                + "belong to the nested link or to the outer link. Servers read them as parameters of the outer link, and a # ends the query "
                + "of the outer link. Some services, such as Adjust, do not pass the parameters beside a nested link to the app. "
                + "Percent-encode the whole nested link."
        case .referrerCut:
            "A store gives the app the value of referrer after the install. The value is a query of its own and must be "
                + "percent-encoded as a whole. Otherwise it ends at its first &, and the app never gets the parameters after it. "
                + "Write referrer=utm_source%3Dmail%26utm_campaign%3Dsale."
        case .damagedWrapper:
            "Proofpoint replaces some bytes of a link with asterisks and appends the original bytes. In this link, the number of asterisks "
                + "differs from the number of appended bytes, so part of the link is missing. Copy the link again from the mail."
        case .mailGateway:
            "A mail gateway put the original link into a link of its own, so that it can check the page at each click. If you open the "
                + "original link directly, the gateway does not check the page. Tapping the gateway's link opens a browser, so the "
                + "app that claims the original link may not open. The gateway's check may use up a link that works only once."
        case .expiry:
            "The link or a signed token (JWT) in it has an expiry time, as signed links to files, login links and WalletConnect links often "
                + "have. After that time, the server rejects the link, often with status 401 or 403, or the wallet does not connect. linkscope "
                + "shows the time in UTC and does not compare it with the clock. If the time has passed, get a new link."
        case .expiryTooLong:
            "A link signed with Signature Version 4 of AWS or Google Cloud works for at most seven days (604800 seconds). The server "
                + "rejects a link with a longer lifetime at once, even on the first day. Sign the link again with a shorter lifetime."
        case .badValue:
            "The service of the link accepts only some characters in the parameter, or limits its length. It drops any other value, so the "
                + "bot, the app or the report does not get it. Encode the value as base64url without = at the end, or pass a short key "
                + "whose data your server keeps."
        case .badRedirect:
            "The login server returns to redirect_uri only if the address follows its rules. No address may have a fragment (RFC 6749). "
                + "Google wants one slash after a custom scheme, as in com.example.app:/oauth2redirect (RFC 8252), https for every host other than "
                + "localhost, and no longer accepts urn:ietf:wg:oauth:2.0:oob. Register exactly the same address with the server."
        case .loginAnswer:
            "A login page returns to the app with its result in the link: a code, a token or an error. An error in the result does not "
                + "mean that the link is wrong. The characters #_=_ at the end have no meaning and are not a mistake. Before the app uses "
                + "the result, it must check the state parameter."
        case .openRedirect:
            "A parameter of this link holds the address of the page that the site opens next, for example after a login. If a server "
                + "accepts every address, anyone can make a link that begins on that site and ends on another one. Allow only known "
                + "sites, or only paths."
        case .privateAddress:
            "Addresses that begin with 10., 192.168. or 172.16. to 172.31. belong to private networks, such as that of a home or an office. "
                + "Only devices on the same network reach such a server, and only while it is running. On a phone, localhost is the phone, "
                + "and 10.0.2.2 is the computer only in the Android Emulator; adb reverse makes a port of the computer available on a device. "
                + "Open the link on a device on that network, or use an address that is reachable from everywhere."
        case .insecureHTTP:
            "Devices fetch association files only over https, and iOS fetches the manifest of an app only over https. Whether an http link opens the app depends on the app and the device, and "
                + "anyone on the network can read and change the page. Use https. A link with a port or with an IP address as its host has no "
                + "repair: https may use another port, and servers without a name rarely support https."
        case .noHost:
            "The host is the part between // and the next /, and here it is empty. If a path follows, browsers use its first part as the "
                + "host, but apps reject the link, and association files match nothing. Add the host."
        case .badPort:
            "The number after the host's colon is the port, from 1 to 65535. Browsers reject any other number, and no server can "
                + "answer there. Correct the port, or remove it."
        case .badHost:
            "URLs allow characters such as a comma in a host, but no name on the Internet has them, so the host cannot be found. The same "
                + "is true of two dots in a row. Usually someone typed a comma instead of a dot, or the host is a pattern "
                + "(*.shop.example), which belongs in an association file. Correct the host."
        case .misleadingHost:
            "Between // and the path, everything before the last @ is a user name and a password, even if it looks like a host. If that "
                + "part contains a \\ or an escaped delimiter, programs disagree about which host the link has. Browsers read a number in "
                + "place of a host as an address: 2130706433 and 0x7f.1 are 127.0.0.1. Such links are used to deceive: check the host that "
                + "the link really goes to."
        case .lookAlikeHost:
            "The host mixes letters of several scripts, or uses only letters that look like Latin ones, so it resembles another name. Such "
                + "names are used to deceive. If the host you expect is plain ASCII, this is another site."
        case .internationalHost:
            "The host contains letters beyond ASCII. DNS, association files and app settings use its Punycode spelling, which "
                + "starts with xn--. Use that spelling there."
        case .badPunycode:
            "A part of a host that starts with xn-- encodes letters beyond ASCII. This part does not decode to a valid name. "
                + "Browsers reject it, and other programs look for a server that cannot exist. Correct the host."
        case .unsafeScheme:
            "A javascript:, data:, file: or similar link is not an address: it contains code or content, or names data that only one "
                + "device or browser has. An app that opens such a target_url or referer url runs or shows a stranger's content. Reject "
                + "such links."
        case .privateScheme:
            "Apple keeps some schemes of iOS for its own use, such as App-Prefs for the pages of Settings. App Review rejects apps that "
                + "open these schemes, and Apple changes them without notice. To open your app's page in Settings, use "
                + "UIApplication.openSettingsURLString."
        case .claimableScheme:
            "Any app can claim a custom scheme, and if two apps claim the same scheme, iOS does not define which of them gets the link. "
                + "So another app may receive the secret in this link. For anything that another app must not receive, use https links "
                + "with association files."
        case .storeWithoutApp:
            "An app's page in Google Play needs the package name in the parameter id. Without id, the store shows an error or its "
                + "start page. Write details?id= and the package, such as com.example.shop."
        case .deadService:
            "The service behind this link has been shut down, so the link leads nowhere. Firebase Dynamic Links, including links on "
                + "customers' own domains, shut down on August 25, 2025. If the link contains its destination, the repair is that "
                + "destination."
        case .endingService:
            "Google turned off its shortener in August 2025, except for links that were still clicked in late 2024. If this link still "
                + "works, replace it with the address it leads to."
        case .shortener:
            "Only the server of a shortener or of a mail service knows where its links lead. To find out, run linkscope resolve or curl "
                + "-I. A mail service counts such a request as a click by the recipient, and the page may act on the request: for example, "
                + "unsubscribe the recipient or confirm an address. A tap on a shortened link opens an app only if the app is associated "
                + "with the shortener's host. If the app is associated only with the host of the destination, the link opens in the "
                + "browser."
        case .trackingParameters:
            "Campaign parameters such as utm_source or pid name the campaign that a click counts for. Tracking parameters such as fbclid "
                + "identify the click or the person, and the link works without them. These parameters are not errors, so linkscope offers "
                + "no repair. Parameters that decide where a link leads, such as af_dp, are not counted here."
        case .placeholder:
            "Mail services and ad networks replace placeholders such as {{campaign.name}}, %%FIRST%%, __CAMPAIGN_NAME__ and *|FNAME|* "
                + "when they send a link. This link still contains a placeholder, so the app or the site gets the placeholder instead of "
                + "a value. Check that the template spells the placeholder correctly and that the network supports it. Names such as :id and "
                + "$id, formats such as %s, and the words undefined, null, NaN and [object Object] come from a program that inserted no value, "
                + "a missing value, or a value that is not text. Correct the program."
        case .secret:
            "The link contains a token, a password, a key, an authorization code or the address of a recipient. Histories, logs and "
                + "screenshots keep links, and other apps can receive them. Remove the secret from the link. linkscope masks it unless you "
                + "pass --show-secrets. linkscope recognizes secrets by name, by form and, for names such as code, by the other parts of "
                + "the link."
        case .tooManyLayers:
            "linkscope unwraps links nested up to eight deep, and at most 64 in total. Anything deeper is shown as plain text."
        case .objectWithoutLink:
            "A line with a JSON object is a link if the object has url or link, and an event if it has event or event_name. This object "
                + "has none of these keys, or its link is empty or not a string. Correct the link, or remove the line."
        case .eventWithoutName:
            "The event's name is empty, so analytics cannot attribute the event. Give it a name."
        case .moreFindings:
            "linkscope lists the hundred most severe findings of a link. Correct those first, then inspect the link again."
        }
    }
}
