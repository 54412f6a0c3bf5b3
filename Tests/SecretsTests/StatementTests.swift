import Secrets
import TestSupport
import Testing

@Suite("Secrets in settings and statements of databases")
struct StatementTests {
    @Test(
        "a value in settings with semicolons between them ends at its semicolon, or with the settings",
        arguments: [
            ("Server=h;User Id=u;Password=a b;Encrypt=true", "Server=h;User Id=u;Password=••••••••;Encrypt=true"),
            ("Driver={x};Uid=u;Pwd=a b c;", "Driver={x};Uid=u;Pwd=••••••••;"),
            ("Server=h; Password = a b ; X=1", "Server=h; Password = ••••••••; X=1"),
            (#""Server=h;Password=a b""#, #""Server=h;Password=••••••••""#), ("Password=a b;Server=h", "Password=••••••••;Server=h"),
            (#"{"c":"Server=h;Password=a b;"}"#, #"{"c":"Server=h;Password=••••••••;"}"#),
            (#"{"c":"{\"d\":\"Server=h;Password=a b\"}"}"#, #"{"c":"{\"d\":\"Server=h;Password=••••••••\"}"}"#),
            ("Jet OLEDB:Database Password=a b;Mode=Read", "Jet OLEDB:Database Password=••••••••;Mode=Read"),
            ("s://?c=Server%3Dh%3BPassword%3Da%20b%3BEncrypt%3Dtrue&v=1", "s://?c=Server%3Dh%3BPassword%3D••••••••%3BEncrypt%3Dtrue&v=1"),
            ("jdbc:sqlserver://h;password=a b;encrypt=true", "jdbc:sqlserver://h;password=••••••••;encrypt=true"),
        ])
    func settings(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "words after a value are no part of it",
        arguments: [
            ("cd x;PASSWORD=abc ./run --fast", "cd x;PASSWORD=•••••••• ./run --fast"),
            ("the password=abc is wrong; try again", "the password=•••••••• is wrong; try again"),
            ("Server=h;Password=abc it's wrong", "Server=h;Password=•••••••• it's wrong"),
            ("password=abc and x=1", "password=•••••••• and x=1"),
            ("jdbc:sqlserver://h;password=p while connecting", "jdbc:sqlserver://h;password=•••••••• while connecting"),
        ])
    func otherWords(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "a statement gives a password to a user",
        arguments: [
            ("CREATE USER u IDENTIFIED BY 'x'", "CREATE USER u IDENTIFIED BY '••••••••'"),
            (
                "create user 'u'@'%' identified with mysql_native_password by 'tiger'",
                "create user 'u'@'%' identified with mysql_native_password by '••••••••'"
            ),
            ("ALTER USER u IDENTIFIED BY tiger;", "ALTER USER u IDENTIFIED BY ••••••••;"),
            ("CREATE DATABASE LINK l CONNECT TO u IDENTIFIED BY tiger", "CREATE DATABASE LINK l CONNECT TO u IDENTIFIED BY ••••••••"),
            ("CREATE OR REPLACE USER u IDENTIFIED BY 'tiger'", "CREATE OR REPLACE USER u IDENTIFIED BY '••••••••'"),
            ("ALTER USER u IDENTIFIED BY VALUES 'S:1A'", "ALTER USER u IDENTIFIED BY VALUES '••••••••'"),
            ("GRANT ALL ON x TO u IDENTIFIED BY PASSWORD 'tiger'", "GRANT ALL ON x TO u IDENTIFIED BY PASSWORD '••••••••'"),
            ("ALTER USER u WITH PASSWORD 'tiger';", "ALTER USER u WITH PASSWORD '••••••••';"),
            ("CREATE ROLE u LOGIN ENCRYPTED PASSWORD 'tiger'", "CREATE ROLE u LOGIN ENCRYPTED PASSWORD '••••••••'"),
            ("ALTER LOGIN sa WITH PASSWORD = N'tiger'", "ALTER LOGIN sa WITH PASSWORD = N'••••••••'"),
            ("SET PASSWORD FOR 'u'@'%' = PASSWORD('tiger')", "SET PASSWORD FOR 'u'@'%' = PASSWORD('••••••••')"),
            ("SET PASSWORD FOR u = 'tiger'", "SET PASSWORD FOR u = '••••••••'"),
            (#"{"sql":"ALTER USER u PASSWORD \"tiger\""}"#, #"{"sql":"ALTER USER u PASSWORD \"••••••••\""}"#),
            ("s://?q=ALTER%20USER%20u%20PASSWORD%20'tiger'&v=1", "s://?q=ALTER%20USER%20u%20PASSWORD%20'••••••••'&v=1"),
        ])
    func statements(text: String, shown: String) {
        #expect(Secrets.masked(text) == shown)
    }

    @Test(
        "a sentence and a statement without a password stay",
        arguments: [
            "ALTER USER u PASSWORD EXPIRE", "CREATE USER u IDENTIFIED BY RANDOM PASSWORD", "a device is identified by 'serial'",
            "users are identified by email", "https://a.example/?identified_by=email&x=1", #"{"identified_by":"email"}"#,
            "invalid value for password 'short'", "set the password for nina, then log in", "SELECT password FROM users",
            "create a password (optional)", "set a new password 'at least eight letters'",
            "create an account, then a password 'as you like'",
        ])
    func noStatement(text: String) {
        #expect(Secrets.masked(text) == text)
    }

    @Test("the time grows with the length, although no value ends as it should", arguments: ["%3Bpassword=a b", "create(password("])
    func isLinear(piece: String) {
        let isLinear = ThreadTime.isLinear(from: Effort.size(1 << 12, long: 1 << 15)) { size in
            // Only with a gap between words are statements searched for.
            _ = Secrets.ranges(in: Array((String(repeating: piece, count: size / piece.utf8.count) + " x").utf8))
        }
        #expect(isLinear)
    }
}
