class Linkscope < Formula
  desc "Take deep links apart and show why one does not open"
  homepage "https://github.com/@OWNER@/linkscope"
  url "https://github.com/@OWNER@/linkscope/releases/download/@VERSION@/linkscope-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license "MIT"

  depends_on xcode: ["26.0", :build]
  depends_on "gumbo-parser"
  depends_on macos: :sequoia
  depends_on "qrencode"

  uses_from_macos "swift" => :build, since: :tahoe # Swift 6.2 or later
  uses_from_macos "curl"
  uses_from_macos "ncurses"
  uses_from_macos "sqlite"
  uses_from_macos "zlib"

  def install
    # The headers and libraries of these formulae are not where Swift's compiler looks.
    %w[gumbo-parser qrencode].each do |name|
      ENV.append_path "CPATH", Formula[name].opt_include
      ENV.append_path "LIBRARY_PATH", Formula[name].opt_lib
    end
    arguments = %w[--disable-sandbox --configuration release --product linkscope]
    if OS.linux?
      # linkscope loads libcurl when it fetches for the first time, so no linker looks for it.
      arguments += ["--static-swift-stdlib", "-Xlinker", "-rpath", "-Xlinker", Formula["curl"].opt_lib.to_s]
    end
    system "swift", "build", *arguments
    bin.install ".build/release/linkscope"
    generate_completions_from_executable(bin/"linkscope", "--generate-completion-script")
    system bin/"linkscope", "manual", buildpath/"manual"
    man1.install Dir["manual/*.1"]
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/linkscope --version")
    assert_match "shop://item/7", shell_output("#{bin}/linkscope inspect 'shop://item/7?x=1'")
    assert_match "Paste a link", shell_output("#{bin}/linkscope --frame 80x24")
    assert_path_exists man1/"linkscope.1"
  end
end
